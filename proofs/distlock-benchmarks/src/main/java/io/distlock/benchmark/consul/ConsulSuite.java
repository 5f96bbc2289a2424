// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.consul;

import java.util.List;

import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Goal;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.ConsulServer;

/**
 * Locks in Consul, of one server. No Java library that is still published waits for a
 * lock of Consul: the peer is what its users write by hand.
 */
public final class ConsulSuite implements Suite {

	private static final List<Entry> ENTRIES = List.of(new Entry(StoreSuite.OURS, true,
			(url) -> DistlockNode.start(StoreSuite.OURS, "distlock.provider=consul", "distlock.consul.url=" + url)),
			new Entry(SessionLock.NAME, true, SessionLock::new));

	private static final List<Goal> UNCONTENDED = List.of(Goal.floor(StoreSuite.OURS, 0.9),
			Goal.peer(StoreSuite.OURS, SessionLock.NAME, 0.9));

	@Override
	public String name() {
		return "consul";
	}

	@Override
	public String title() {
		return "Consul";
	}

	@Override
	public List<Entry> entries() {
		return ENTRIES;
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		ConsulServer server = ConsulServer.start(1).get(0);
		report.about("Consul " + server.version());
		try (server; ConsulFloor floor = new ConsulFloor(server.url())) {
			StoreSuite suite = new StoreSuite(name(), server.url(), ENTRIES, CommandCounter.none());
			suite.withinOneJvm(floor, UNCONTENDED, rounds, report);
			suite.overSeveralJvms(List.of(), List.of(), rounds, report);
		}
	}

}
