package io.distlock.local;

import io.distlock.contract.KeyContract;
import io.distlock.contract.OwnershipContract;
import io.distlock.contract.StoreFailureContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.TokenContract;
import io.distlock.contract.WaitingContract;
import io.distlock.contract.WatchdogContract;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.Nested;

class LocalLockContractTests {

	private static final LocalStore STORE = new LocalStore();

	@Nested
	class Ownership extends OwnershipContract {

		@Override
		protected StoreUnderTest store() {
			return STORE;
		}

	}

	@Nested
	class Watchdog extends WatchdogContract {

		@Override
		protected StoreUnderTest store() {
			return STORE;
		}

	}

	@Nested
	class Waiting extends WaitingContract {

		@Override
		protected StoreUnderTest store() {
			return STORE;
		}

	}

	@Nested
	class Tokens extends TokenContract {

		@Override
		protected StoreUnderTest store() {
			return STORE;
		}

	}

	@Nested
	class Keys extends KeyContract {

		@Override
		protected StoreUnderTest store() {
			return STORE;
		}

	}

	@Nested
	class StoreFailures extends StoreFailureContract {

		@Override
		protected StoreUnderTest store() {
			return STORE;
		}

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
