package io.distlock.redis;

class JedisLockContractTests extends AbstractRedisLockContractTests {

	JedisLockContractTests() {
		super(RedisClients.JEDIS);
	}

}
