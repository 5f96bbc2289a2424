// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.function.Supplier;

/**
 * Keeper of a lease whose hold requires renewal.
 */
class NoKeeper implements RemoteLease.Keeper {

	@Override
	public <T> T locked(Supplier<T> action) {
		return action.get();
	}

	@Override
	public boolean wantsRenewal(RemoteLease lease) {
		return true;
	}

	@Override
	public void renewed(RemoteLease lease, long sentAt) {
	}

	@Override
	public void expire(RemoteLease lease) {
	}

	@Override
	public void taken(RemoteLease lease) {
	}

}
