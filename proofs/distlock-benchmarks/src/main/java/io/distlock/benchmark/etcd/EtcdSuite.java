// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.etcd;

import java.util.List;
import java.util.stream.Stream;

import io.distlock.benchmark.ShedLocks;
import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Goal;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.EtcdServer;
import io.etcd.jetcd.Client;

/**
 * Locks in etcd, of one member.
 */
public final class EtcdSuite implements Suite {

	private static final List<Goal> UNCONTENDED = List.of(Goal.floor(StoreSuite.OURS, 0.9),
			Goal.peer(StoreSuite.OURS, EtcdEntries.JETCD, 1));

	private static final Entry SIGNAL = Entry.baton("watch", WatchedKey::new);

	@Override
	public String name() {
		return "etcd";
	}

	@Override
	public String title() {
		return "etcd";
	}

	@Override
	public List<Entry> entries() {
		return Stream.concat(EtcdEntries.all().stream(), Stream.of(SIGNAL)).toList();
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		EtcdServer server = EtcdServer.start(1).get(0);
		report.about("etcd " + server.version(), ShedLocks.libraries(Client.class, ShedLocks.ETCD));
		try (server; EtcdFloor floor = new EtcdFloor(server.url())) {
			CommandCounter counter = CommandCounter.of("Requests", server::requests);
			StoreSuite suite = new StoreSuite(name(), server.url(), EtcdEntries.all(), counter);
			suite.withinOneJvm(floor, UNCONTENDED, rounds, report);
			suite.overSeveralJvms(List.of(), List.of(SIGNAL), rounds, report);
		}
	}

}
