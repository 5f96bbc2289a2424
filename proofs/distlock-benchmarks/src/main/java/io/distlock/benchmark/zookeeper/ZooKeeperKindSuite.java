// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.zookeeper;

import java.util.List;

import io.distlock.benchmark.KindSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.Version;

/**
 * Shared locks and permits in one ZooKeeper server, which runs in this JVM and does not
 * wait for the disk.
 */
public final class ZooKeeperKindSuite implements Suite {

	@Override
	public String name() {
		return "shared-zookeeper";
	}

	@Override
	public String title() {
		return "Shared locks and permits, in ZooKeeper";
	}

	@Override
	public List<Entry> entries() {
		return ZooKeeperKinds.all().stream().flatMap((kind) -> kind.entries().stream()).toList();
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		report.about("ZooKeeper " + Version.getVersion(), InterProcessReadWriteLock.class);
		try (TestingServer server = ZooKeeperServers.start();
				ZooKeeperFloor floor = new ZooKeeperFloor(server.getConnectString())) {
			CommandCounter counter = CommandCounter.of("Requests", new ZooKeeperStats(server.getPort())::received);
			new KindSuite(name(), server.getConnectString(), ZooKeeperKinds.all(), counter).run(floor, rounds, report);
		}
	}

}
