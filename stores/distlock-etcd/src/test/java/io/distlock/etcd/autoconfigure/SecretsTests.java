// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd.autoconfigure;

import java.util.List;

import io.distlock.autoconfigure.store.SecretsContract;

/**
 * Passwords in settings for etcd are not shown.
 */
class SecretsTests extends SecretsContract {

	private static final String HTTP = "http:" + "//";

	@Override
	protected List<String> unreachable() {
		return List.of("distlock.provider=etcd distlock.etcd.endpoints=http://127.0.0.1:1 "
				+ "distlock.etcd.username=app distlock.etcd.password=hidden1");
	}

	@Override
	protected List<String> malformed() {
		return List.of("distlock.provider=etcd distlock.etcd.endpoints=" + HTTP + "app:pa/hidden@127.0.0.1:2379",
				"distlock.provider=etcd distlock.etcd.endpoints=" + HTTP + "app:hidden,hidden@127.0.0.1:2379",
				"distlock.provider=etcd distlock.etcd.endpoints=app:hidden@127.0.0.1:2379",
				"distlock.provider=etcd distlock.etcd.endpoints=" + HTTP + "a:hidden@127.0.0.1:1," + HTTP
						+ "b:hidden@127.0.0.1:2",
				"distlock.provider=etcd distlock.etcd.endpoints=" + HTTP + "127.0.0.1:1,b:hidden@127.0.0.1:2",
				"distlock.provider=etcd distlock.etcd.endpoints=" + HTTP + "127.0.0.1:2379/?password=hidden");
	}

}
