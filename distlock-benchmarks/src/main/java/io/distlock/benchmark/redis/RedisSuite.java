package io.distlock.benchmark.redis;

import java.util.List;

import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.RedisServer;

/**
 * Locks in one Redis server.
 */
public final class RedisSuite implements Suite {

	@Override
	public String name() {
		return "redis";
	}

	@Override
	public List<Entry> entries() {
		return RedisEntries.all();
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		try (RedisServer server = new RedisServer().start(); LettuceFloor floor = new LettuceFloor(server.port())) {
			StoreSuite suite = new StoreSuite(name(), String.valueOf(server.port()), entries(),
					new RedisCommands(server));
			suite.withinOneJvm(floor, rounds, report);
			suite.overSeveralJvms(rounds, report);
		}
	}

}
