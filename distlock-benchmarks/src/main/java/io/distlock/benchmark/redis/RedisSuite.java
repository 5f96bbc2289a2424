package io.distlock.benchmark.redis;

import java.util.ArrayList;
import java.util.List;

import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.local.LocalSuite;
import io.distlock.benchmark.measure.Contestant;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Workload;
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
	public void run(Rounds rounds, Report report) throws Exception {
		try (RedisServer server = new RedisServer(); RedisPeers peers = new RedisPeers(server)) {
			List<Contestant> ours = List.of(ours(server, "distlock", "sync"),
					ours(server, "distlock, pipelined release", "pipelined"));
			for (int threads : List.of(1, 8)) {
				run("A key for each of %d thread(s)".formatted(threads), threads, false, peers.floor(), ours,
						peers.uncontended(), server, rounds, report);
			}
			for (int threads : List.of(8, 64)) {
				run("One key, %d threads".formatted(threads), threads, true, LocalSuite.fairLock(), ours,
						peers.waiting(), server, rounds, report);
			}
			for (Contestant contestant : ours) {
				contestant.close();
			}
		}
	}

	private static Contestant ours(RedisServer server, String name, String release) {
		return DistlockNode.start(name, "distlock.provider=redis", "spring.data.redis.port=" + server.port(),
				"distlock.redis.release=" + release);
	}

	private static void run(String title, int threads, boolean shared, Contestant floor, List<Contestant> ours,
			List<Contestant> peers, RedisServer server, Rounds rounds, Report report) throws Exception {
		List<Contestant> all = new ArrayList<>(List.of(floor));
		all.addAll(ours);
		all.addAll(peers);
		Workload workload = new Workload(title, threads, shared, new RedisCommands(server), all);
		report.add(workload, rounds.run(workload));
	}

}
