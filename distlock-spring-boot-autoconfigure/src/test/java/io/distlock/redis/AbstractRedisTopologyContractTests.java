package io.distlock.redis;

import io.distlock.contract.AllContracts;
import io.distlock.contract.ProcessContract;
import io.distlock.contract.StoreUnderTest;
import org.junit.jupiter.api.Nested;

/**
 * All contracts of a lock, on several servers.
 */
abstract class AbstractRedisTopologyContractTests extends AllContracts {

	abstract StoreUnderTest servers();

	@Override
	protected StoreUnderTest store() {
		return servers();
	}

	/**
	 * The main class of another node.
	 */
	abstract Class<?> holderClass();

	/**
	 * What it needs to reach the servers.
	 */
	abstract String[] connection();

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
