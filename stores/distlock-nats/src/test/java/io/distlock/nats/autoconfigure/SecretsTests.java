// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats.autoconfigure;

import java.util.List;

import io.distlock.autoconfigure.store.SecretsContract;

/**
 * Passwords in settings for NATS are not shown.
 */
class SecretsTests extends SecretsContract {

	private static final String HTTP = "nats:" + "//";

	@Override
	protected List<String> unreachable() {
		return List.of("distlock.provider=nats distlock.nats.servers=nats://127.0.0.1:1 "
				+ "distlock.nats.username=app distlock.nats.password=hidden1");
	}

	@Override
	protected List<String> malformed() {
		return List.of("distlock.provider=nats distlock.nats.servers=" + HTTP + "app:pa/hidden@127.0.0.1:2379",
				"distlock.provider=nats distlock.nats.servers=" + HTTP + "app:hidden,hidden@127.0.0.1:2379",
				"distlock.provider=nats distlock.nats.servers=app:hidden@127.0.0.1:2379",
				"distlock.provider=nats distlock.nats.servers=" + HTTP + "a:hidden@127.0.0.1:1," + HTTP
						+ "b:hidden@127.0.0.1:2",
				"distlock.provider=nats distlock.nats.servers=" + HTTP + "127.0.0.1:1,b:hidden@127.0.0.1:2",
				"distlock.provider=nats distlock.nats.servers=" + HTTP + "127.0.0.1:2379/?password=hidden");
	}

}
