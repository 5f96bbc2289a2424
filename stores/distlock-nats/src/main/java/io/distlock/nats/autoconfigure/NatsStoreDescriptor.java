// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats.autoconfigure;

import io.distlock.autoconfigure.store.LockStoreDescriptor;

/**
 * Describes the store in NATS.
 */
final class NatsStoreDescriptor implements LockStoreDescriptor {

	@Override
	public String name() {
		return "nats";
	}

	@Override
	public String title() {
		return "NATS";
	}

	@Override
	public String dependencies() {
		return "io.distlock:distlock-nats";
	}

	@Override
	public String configuration() {
		return "set distlock.nats.servers or define a bean of type io.nats.client.Connection";
	}

}
