package io.distlock.redis;

class LettuceLockContractTests extends AbstractRedisLockContractTests {

	LettuceLockContractTests() {
		super(RedisClients.LETTUCE);
	}

}
