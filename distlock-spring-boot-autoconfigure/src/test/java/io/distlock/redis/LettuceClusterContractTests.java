package io.distlock.redis;

class LettuceClusterContractTests extends AbstractRedisClusterContractTests {

	LettuceClusterContractTests() {
		super(TopologyClients.LETTUCE);
	}

}
