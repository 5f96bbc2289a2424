// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.zookeeper;

import java.util.List;
import java.util.stream.Stream;

import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Goal;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.Version;

import org.springframework.integration.zookeeper.lock.ZookeeperLockRegistry;

/**
 * Locks in one ZooKeeper server, which runs in this JVM and does not wait for the disk.
 */
public final class ZooKeeperSuite implements Suite {

	private static final List<Goal> UNCONTENDED = List.of(Goal.floor(StoreSuite.OURS, 0.95),
			Goal.peer(StoreSuite.OURS, ZooKeeperEntries.CURATOR, 1));

	private static final Entry SIGNAL = Entry.baton("watch", WatchedSignal::new);

	@Override
	public String name() {
		return "zookeeper";
	}

	@Override
	public String title() {
		return "ZooKeeper";
	}

	@Override
	public List<Entry> entries() {
		return Stream.concat(ZooKeeperEntries.all().stream(), Stream.of(SIGNAL)).toList();
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		report.about("ZooKeeper " + Version.getVersion(), InterProcessMutex.class, ZookeeperLockRegistry.class);
		try (TestingServer server = ZooKeeperServers.start();
				ZooKeeperFloor floor = new ZooKeeperFloor(server.getConnectString())) {
			CommandCounter counter = CommandCounter.of("Requests", new ZooKeeperStats(server.getPort())::received);
			StoreSuite suite = new StoreSuite(name(), server.getConnectString(), ZooKeeperEntries.all(), counter);
			suite.withinOneJvm(floor, UNCONTENDED, rounds, report);
			suite.overSeveralJvms(List.of(), List.of(SIGNAL), rounds, report);
		}
	}

}
