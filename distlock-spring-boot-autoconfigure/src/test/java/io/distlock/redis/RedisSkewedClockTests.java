package io.distlock.redis;

import java.util.List;

import io.distlock.contract.SkewedClockContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.testserver.RedisServer;
import org.junit.jupiter.api.AfterEach;

class RedisSkewedClockTests extends SkewedClockContract {

	private final RedisServer server = RedisServer.shared();

	private final RedisStore store = new RedisStore(RedisClients.LETTUCE, this.server.host(), this.server.port());

	@AfterEach
	void disconnect() {
		this.store.close();
	}

	@Override
	protected StoreUnderTest store() {
		return this.store;
	}

	@Override
	protected Class<?> program() {
		return RedisJobProcess.class;
	}

	@Override
	protected List<String> connection() {
		return List.of(RedisClients.LETTUCE.name(), String.valueOf(this.server.port()));
	}

}
