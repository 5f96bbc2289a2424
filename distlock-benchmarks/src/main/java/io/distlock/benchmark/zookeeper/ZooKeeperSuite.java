package io.distlock.benchmark.zookeeper;

import java.util.List;

import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.ZooKeeperServers;
import org.apache.curator.test.TestingServer;

/**
 * Locks in one ZooKeeper server, which runs in this JVM and does not wait for the disk.
 */
public final class ZooKeeperSuite implements Suite {

	@Override
	public String name() {
		return "zookeeper";
	}

	@Override
	public List<Entry> entries() {
		return ZooKeeperEntries.all();
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		try (TestingServer server = ZooKeeperServers.start();
				ZooKeeperFloor floor = new ZooKeeperFloor(server.getConnectString())) {
			StoreSuite suite = new StoreSuite(name(), server.getConnectString(), entries(), CommandCounter.NONE);
			suite.withinOneJvm(floor, rounds, report);
			suite.overSeveralJvms(rounds, report);
		}
	}

}
