// SPDX-License-Identifier: Apache-2.0

package io.distlock.local;

import java.util.Optional;

import io.distlock.contract.ForcedReleaseContract;
import io.distlock.contract.ForwardingProvider;
import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.provider.StoredLock;

/**
 * The contract of forced releases is for providers that cannot list their locks, too.
 */
class ForcedReleaseWithoutCatalogTests extends ForcedReleaseContract {

	private static final StoreUnderTest STORE = new StoreUnderTest() {

		private final LocalLockProvider real = new LocalLockProvider();

		@Override
		public LockProvider newProvider() {
			return new ReleasingProvider(this.real);
		}

		@Override
		public void delete(LockKey key) {
			this.real.delete(key);
		}

		@Override
		public long size() {
			return this.real.size();
		}

	};

	@Override
	protected StoreUnderTest store() {
		return STORE;
	}

	private static final class ReleasingProvider extends ForwardingProvider implements ForcedRelease {

		private final LocalLockProvider real;

		ReleasingProvider(LocalLockProvider real) {
			super(real);
			this.real = real;
		}

		@Override
		public Optional<StoredLock> forceRelease(LockKey key) {
			return this.real.forceRelease(key);
		}

		@Override
		public void close() {
		}

	}

}
