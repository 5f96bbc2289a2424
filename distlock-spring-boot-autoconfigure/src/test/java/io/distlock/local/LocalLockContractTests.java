package io.distlock.local;

import io.distlock.contract.AllContracts;
import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;

class LocalLockContractTests extends AllContracts {

	private static final LocalStore STORE = new LocalStore();

	@Override
	protected StoreUnderTest store() {
		return STORE;
	}

	private static final class LocalStore implements StoreUnderTest {

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
		public void purge() {
		}

		@Override
		public long size() {
			return this.provider.size();
		}

	}

}
