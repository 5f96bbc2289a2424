// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.util.List;
import java.util.stream.Stream;

import com.baomidou.lock.LockTemplate;
import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Goal;
import io.distlock.benchmark.measure.Network;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.redis.RedisServer;
import io.lettuce.core.RedisClient;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.redisson.Redisson;

import org.springframework.integration.redis.util.RedisLockRegistry;

/**
 * Locks in one Redis server.
 */
public final class RedisSuite implements Suite {

	private static final List<Goal> UNCONTENDED = List.of(Goal.floor(StoreSuite.OURS, 0.95),
			Goal.bestPeer(StoreSuite.OURS, 1));

	private static final List<Goal> CONTENDED = List.of(Goal.bestPeer(StoreSuite.OURS, 8),
			Goal.peer(StoreSuite.OURS, RedisEntries.RLOCK, 20));

	private static final Entry SIGNAL = Entry.baton("pub/sub", PublishedSignal::new);

	private static final String NAME = "redis";

	private final Network network;

	/**
	 * Locks in a server on this machine.
	 */
	public RedisSuite() {
		this(Network.NONE);
	}

	private RedisSuite(Network network) {
		this.network = network;
	}

	@Override
	public String name() {
		return this.network.name(NAME, "-network");
	}

	@Override
	public String title() {
		return this.network.name("Redis", " over a network");
	}

	@Override
	public Suite over(Network network) {
		return new RedisSuite(network);
	}

	@Override
	public List<Entry> entries() {
		return Stream.concat(RedisEntries.all().stream(), Stream.of(SIGNAL)).toList();
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		try (RedisServer server = new RedisServer().start();
				Network.Link link = this.network.to(server.port());
				LettuceFloor floor = new LettuceFloor(link.port())) {
			about(server, report);
			new CycleNeeds(server).run(RedisEntries.all(), report);
			StoreSuite suite = new StoreSuite(NAME, String.valueOf(link.port()), RedisEntries.all(),
					new RedisCalls(server));
			suite.withinOneJvm(floor, UNCONTENDED, rounds, report);
			suite.overSeveralJvms(CONTENDED, List.of(SIGNAL), rounds, report);
		}
	}

	static void about(RedisServer server, Report report) {
		report.about("Redis " + server.info("redis_version"), RedisClient.class, Redisson.class,
				RedisLockProvider.class, RedisLockRegistry.class, LockTemplate.class);
	}

}
