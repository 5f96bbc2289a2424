// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul.autoconfigure;

import io.distlock.autoconfigure.store.LockStoreDescriptor;

/**
 * Describes the store in Consul.
 */
final class ConsulStoreDescriptor implements LockStoreDescriptor {

	@Override
	public String name() {
		return "consul";
	}

	@Override
	public String title() {
		return "Consul";
	}

	@Override
	public String dependencies() {
		return "io.distlock:distlock-consul";
	}

	@Override
	public String configuration() {
		return "set distlock.consul.url";
	}

}
