package io.distlock.contract;

import org.junit.jupiter.api.Nested;

/**
 * All contracts that hold within one JVM, on one store.
 */
public abstract class AllContracts {

	protected abstract StoreUnderTest store();

	@Nested
	class Ownership extends OwnershipContract {

		@Override
		protected StoreUnderTest store() {
			return AllContracts.this.store();
		}

	}

	@Nested
	class Watchdog extends WatchdogContract {

		@Override
		protected StoreUnderTest store() {
			return AllContracts.this.store();
		}

	}

	@Nested
	class Waiting extends WaitingContract {

		@Override
		protected StoreUnderTest store() {
			return AllContracts.this.store();
		}

	}

	@Nested
	class Tokens extends TokenContract {

		@Override
		protected StoreUnderTest store() {
			return AllContracts.this.store();
		}

	}

	@Nested
	class Keys extends KeyContract {

		@Override
		protected StoreUnderTest store() {
			return AllContracts.this.store();
		}

	}

	@Nested
	class ForcedReleases extends ForcedReleaseContract {

		@Override
		protected StoreUnderTest store() {
			return AllContracts.this.store();
		}

	}

	@Nested
	class StoreFailures extends StoreFailureContract {

		@Override
		protected StoreUnderTest store() {
			return AllContracts.this.store();
		}

	}

}
