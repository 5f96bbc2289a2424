// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;

/**
 * A store inside this process, which all nodes share.
 */
public final class LocalStore implements StoreUnderTest {

	private final LocalLockProvider provider = new LocalLockProvider();

	@Override
	public LockProvider newProvider() {
		return this.provider;
	}

	@Override
	public void delete(LockKey key) {
		this.provider.delete(key);
	}

	@Override
	public long size() {
		return this.provider.size();
	}

}
