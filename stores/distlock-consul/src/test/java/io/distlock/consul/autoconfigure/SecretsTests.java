// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul.autoconfigure;

import java.util.List;

import io.distlock.autoconfigure.store.SecretsContract;

/**
 * Passwords in settings for Consul are not shown.
 */
class SecretsTests extends SecretsContract {

	private static final String HTTP = "http:" + "//";

	@Override
	protected List<String> unreachable() {
		return List.of("distlock.provider=consul distlock.consul.url=http://127.0.0.1:1 distlock.consul.token=hidden1");
	}

	@Override
	protected List<String> malformed() {
		return List.of("distlock.provider=consul distlock.consul.url=" + HTTP + "app:pa/hidden@127.0.0.1:8500",
				"distlock.provider=consul distlock.consul.url=" + HTTP + "app:pa?hidden@127.0.0.1:8500",
				"distlock.provider=consul distlock.consul.url=" + HTTP + "app:hidden?hidden@127.0.0.1:8500",
				"distlock.provider=consul distlock.consul.url=" + HTTP + "app:pa#hidden@127.0.0.1:8500",
				"distlock.provider=consul distlock.consul.url=" + HTTP + "app:pa@hidden@127.0.0.1:8500",
				"distlock.provider=consul distlock.consul.url=app:hidden@127.0.0.1:8500",
				"distlock.provider=consul distlock.consul.url=http:app:hidden@127.0.0.1:8500",
				"distlock.provider=consul distlock.consul.url=" + HTTP + "127.0.0.1:1/?token=hidden",
				"distlock.provider=consul distlock.consul.url=" + HTTP + "127.0.0.1:1/?token=a@hidden",
				"distlock.provider=consul distlock.consul.url=" + HTTP + "127.0.0.1:1/#hidden");
	}

}
