// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached.autoconfigure;

import java.util.List;

import io.distlock.autoconfigure.store.SecretsContract;

/**
 * Passwords in settings for Memcached are not shown.
 */
class SecretsTests extends SecretsContract {

	@Override
	protected List<String> unreachable() {
		return List.of("distlock.provider=memcached distlock.memcached.servers=127.0.0.1:1");
	}

	@Override
	protected List<String> malformed() {
		return List.of("distlock.provider=memcached distlock.memcached.servers=app:hidden@127.0.0.1:11211",
				"distlock.provider=memcached distlock.memcached.servers=app:hidden,hidden@127.0.0.1:11211",
				"distlock.provider=memcached distlock.memcached.servers=memcached://app:hidden@127.0.0.1:11211",
				"distlock.provider=memcached distlock.memcached.servers=127.0.0.1:11211?password=hidden");
	}

}
