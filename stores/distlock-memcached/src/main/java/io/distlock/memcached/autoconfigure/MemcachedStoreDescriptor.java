// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached.autoconfigure;

import io.distlock.autoconfigure.store.LockStoreDescriptor;

/**
 * Describes the store in Memcached.
 */
final class MemcachedStoreDescriptor implements LockStoreDescriptor {

	@Override
	public String name() {
		return "memcached";
	}

	@Override
	public String title() {
		return "Memcached, where two holders at once do no harm";
	}

	@Override
	public String dependencies() {
		return "io.distlock:distlock-memcached";
	}

	@Override
	public String configuration() {
		return "set distlock.memcached.servers";
	}

}
