package io.distlock.redis;

import io.distlock.contract.ForcedReleaseContract;
import io.distlock.contract.KeyContract;
import io.distlock.contract.OwnershipContract;
import io.distlock.contract.ProcessContract;
import io.distlock.contract.StoreFailureContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.TokenContract;
import io.distlock.contract.WaitingContract;
import io.distlock.contract.WatchdogContract;
import org.junit.jupiter.api.Nested;

/**
 * All contracts of a lock, on several servers.
 */
abstract class AbstractRedisTopologyContractTests {

	abstract StoreUnderTest servers();

	/**
	 * The main class of another node.
	 */
	abstract Class<?> holderClass();

	/**
	 * What it needs to reach the servers.
	 */
	abstract String[] connection();

	@Nested
	class Ownership extends OwnershipContract {

		@Override
		protected StoreUnderTest store() {
			return servers();
		}

	}

	@Nested
	class Watchdog extends WatchdogContract {

		@Override
		protected StoreUnderTest store() {
			return servers();
		}

	}

	@Nested
	class ForcedReleases extends ForcedReleaseContract {

		@Override
		protected StoreUnderTest store() {
			return servers();
		}

	}

	@Nested
	class Waiting extends WaitingContract {

		@Override
		protected StoreUnderTest store() {
			return servers();
		}

	}

	@Nested
	class Tokens extends TokenContract {

		@Override
		protected StoreUnderTest store() {
			return servers();
		}

	}

	@Nested
	class Keys extends KeyContract {

		@Override
		protected StoreUnderTest store() {
			return servers();
		}

	}

	@Nested
	class StoreFailures extends StoreFailureContract {

		@Override
		protected StoreUnderTest store() {
			return servers();
		}

	}

	@Nested
	class Processes extends ProcessContract {

		@Override
		protected StoreUnderTest store() {
			return servers();
		}

		@Override
		protected Class<?> holder() {
			return holderClass();
		}

		@Override
		protected String[] connection() {
			return AbstractRedisTopologyContractTests.this.connection();
		}

	}

}
