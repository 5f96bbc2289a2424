package io.distlock.redis;

import java.util.stream.Collectors;

import io.distlock.contract.StoreUnderTest;
import io.distlock.testserver.RedisMasters;
import io.distlock.testserver.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * The contracts on five independent masters.
 */
class RedlockContractTests extends AbstractRedisTopologyContractTests {

	private static RedisMasters masters;

	@BeforeAll
	static void start() {
		masters = new RedisMasters().start();
	}

	@AfterAll
	static void stop() {
		masters.close();
	}

	@Override
	StoreUnderTest servers() {
		return RedlockStore.of(masters.all(), RedlockStore.PATIENT);
	}

	@Override
	Class<?> holderClass() {
		return RedlockHolder.class;
	}

	@Override
	String[] connection() {
		return new String[] {
				masters.all().stream().map(RedisServer::port).map(String::valueOf).collect(Collectors.joining(",")) };
	}

}
