package io.distlock.redis;

class RedissonLockContractTests extends AbstractRedisLockContractTests {

	RedissonLockContractTests() {
		super(RedisClients.REDISSON);
	}

}
