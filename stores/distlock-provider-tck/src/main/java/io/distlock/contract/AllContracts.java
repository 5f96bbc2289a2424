// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import org.junit.jupiter.api.Nested;

/**
 * All contracts of a provider of locks that hold within one JVM. Extend it, return the
 * store, and run it as a test; {@link io.distlock.contract.process.ProcessContract} adds
 * nodes in JVMs of their own, and {@link io.distlock.contract.job.JobLedgerContract} and
 * {@link io.distlock.contract.job.ClusterJobContract} are for providers that also keep
 * jobs.
 *
 * @since 0.1.0
 */
public abstract class AllContracts {

	/**
	 * Return the store, the same for all nodes of a test.
	 * @return the store
	 */
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

	@Nested
	class Intrusions extends IntrusionContract {

		@Override
		protected StoreUnderTest store() {
			return AllContracts.this.store();
		}

	}

	@Nested
	class RepeatedRequests extends RepeatedRequestContract {

		@Override
		protected StoreUnderTest store() {
			return AllContracts.this.store();
		}

	}

	@Nested
	class UnusedTokens extends UnusedTokenContract {

		@Override
		protected StoreUnderTest store() {
			return AllContracts.this.store();
		}

	}

	@Nested
	class Renewals extends RenewalContract {

		@Override
		protected StoreUnderTest store() {
			return AllContracts.this.store();
		}

	}

	@Nested
	class SharedLocks extends SharedLockContract {

		@Override
		protected StoreUnderTest store() {
			return AllContracts.this.store();
		}

	}

	@Nested
	class Permits extends PermitContract {

		@Override
		protected StoreUnderTest store() {
			return AllContracts.this.store();
		}

	}

	@Nested
	class Leaders extends LeaderContract {

		@Override
		protected StoreUnderTest store() {
			return AllContracts.this.store();
		}

	}

}
