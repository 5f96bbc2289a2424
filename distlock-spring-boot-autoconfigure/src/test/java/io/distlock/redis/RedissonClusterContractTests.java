package io.distlock.redis;

class RedissonClusterContractTests extends AbstractRedisClusterContractTests {

	RedissonClusterContractTests() {
		super(TopologyClients.REDISSON);
	}

}
