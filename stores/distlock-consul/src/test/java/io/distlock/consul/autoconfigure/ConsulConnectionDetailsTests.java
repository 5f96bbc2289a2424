// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul.autoconfigure;

import io.distlock.autoconfigure.store.ConnectionDetailsContract;
import io.distlock.testserver.ConsulServer;

/**
 * Connection details for Consul.
 */
class ConsulConnectionDetailsTests extends ConnectionDetailsContract<ConsulConnectionDetails> {

	ConsulConnectionDetailsTests() {
		super(ConsulLockAutoConfiguration.class, ConsulConnectionDetails.class,
				"distlock.consul.url=http://localhost:1", "distlock.consul.token=wrong",
				"distlock.consul.ssl-bundle=wrong");
	}

	@Override
	protected ConsulConnectionDetails details() {
		String url = ConsulServer.shared().url();
		return () -> url;
	}

}
