// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.List;

import io.distlock.autoconfigure.store.SecretsContract;

/**
 * Passwords in settings for databases, Redis and ZooKeeper are not shown.
 */
class SecretsTests extends SecretsContract {

	@Override
	protected List<String> unreachable() {
		return List.of(
				"distlock.provider=jdbc spring.datasource.url=jdbc:postgresql://127.0.0.1:1/shop?password=hidden1&connectTimeout=1 "
						+ "spring.datasource.username=app spring.datasource.password=hidden2 "
						+ "spring.datasource.hikari.connection-timeout=500 spring.datasource.hikari.initialization-fail-timeout=-1",
				"distlock.provider=redis spring.data.redis.url=redis://app:hidden1@127.0.0.1:1 spring.data.redis.timeout=500ms",
				"distlock.provider=zookeeper distlock.zookeeper.connect-string=127.0.0.1:1 "
						+ "distlock.zookeeper.auth=digest:app:hidden1");
	}

	@Override
	protected List<String> malformed() {
		return List.of("distlock.provider=zookeeper distlock.zookeeper.connect-string=app:hidden@127.0.0.1:2181",
				"distlock.provider=zookeeper distlock.zookeeper.connect-string=app:hidden,hidden@127.0.0.1:2181",
				"distlock.provider=zookeeper distlock.zookeeper.connect-string=127.0.0.1:2181/a//b?password=hidden",
				"distlock.provider=redis distlock.redis.redlock.nodes=redis://:pa/hidden@127.0.0.1:1,redis://h:2,redis://h:3",
				"distlock.provider=zookeeper distlock.zookeeper.connect-string=127.0.0.1:1 distlock.zookeeper.auth=app_hidden",
				"distlock.provider=jdbc spring.datasource.url=jdbc:h2:mem:secrets;PASSWORD=hidden;USER=sa distlock.jdbc.table-prefix=a;b");
	}

}
