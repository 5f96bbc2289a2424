package io.distlock.benchmark.zookeeper;

import java.util.ArrayList;
import java.util.List;

import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.local.LocalSuite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Contestant;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Workload;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.ZooKeeperServers;
import org.apache.curator.test.TestingServer;

/**
 * Locks in one ZooKeeper server.
 */
public final class ZooKeeperSuite implements Suite {

	@Override
	public String name() {
		return "zookeeper";
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		try (TestingServer server = ZooKeeperServers.start();
				ZooKeeperPeers peers = new ZooKeeperPeers(server.getConnectString());
				Contestant ours = DistlockNode.start("distlock", "distlock.provider=zookeeper",
						"distlock.zookeeper.connect-string=" + server.getConnectString())) {
			for (int threads : List.of(1, 8)) {
				run("A key for each of %d thread(s)".formatted(threads), threads, false, peers.floor(), ours, peers,
						rounds, report);
			}
			for (int threads : List.of(8, 64)) {
				run("One key, %d threads".formatted(threads), threads, true, LocalSuite.fairLock(), ours, peers,
						rounds, report);
			}
		}
	}

	private static void run(String title, int threads, boolean shared, Contestant floor, Contestant ours,
			ZooKeeperPeers peers, Rounds rounds, Report report) throws Exception {
		List<Contestant> all = new ArrayList<>(List.of(floor, ours));
		all.addAll(peers.all());
		Workload workload = new Workload(title, threads, shared, CommandCounter.NONE, all);
		report.add(workload, rounds.run(workload));
	}

}
