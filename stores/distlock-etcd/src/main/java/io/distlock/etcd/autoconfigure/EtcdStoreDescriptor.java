// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd.autoconfigure;

import io.distlock.autoconfigure.store.LockStoreDescriptor;

/**
 * Describes the store in etcd.
 */
final class EtcdStoreDescriptor implements LockStoreDescriptor {

	@Override
	public String name() {
		return "etcd";
	}

	@Override
	public String title() {
		return "etcd";
	}

	@Override
	public String dependencies() {
		return "io.distlock:distlock-etcd";
	}

	@Override
	public String configuration() {
		return "set distlock.etcd.endpoints or define a bean of type io.etcd.jetcd.Client";
	}

}
