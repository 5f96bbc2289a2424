// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats.autoconfigure;

import io.distlock.autoconfigure.store.ConnectionDetailsContract;
import io.distlock.testserver.NatsServer;

/**
 * Connection details for NATS.
 */
class NatsConnectionDetailsTests extends ConnectionDetailsContract<NatsConnectionDetails> {

	NatsConnectionDetailsTests() {
		super(NatsLockAutoConfiguration.class, NatsConnectionDetails.class, "distlock.nats.servers=http://localhost:1",
				"distlock.nats.username=wrong", "distlock.nats.ssl-bundle=wrong");
	}

	@Override
	protected NatsConnectionDetails details() {
		String url = NatsServer.shared().url();
		return () -> url;
	}

}
