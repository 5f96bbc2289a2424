// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.nats;

import java.util.List;

import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Goal;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.NatsServer;
import io.nats.client.Connection;

/**
 * Locks in NATS JetStream.
 */
public final class NatsSuite implements Suite {

	private static final List<Goal> UNCONTENDED = List.of(Goal.floor(StoreSuite.OURS, 0.9));

	@Override
	public String name() {
		return "nats";
	}

	@Override
	public String title() {
		return "NATS";
	}

	@Override
	public List<Entry> entries() {
		return List.of(new Entry(StoreSuite.OURS, true, (url) -> DistlockNode.start(StoreSuite.OURS,
				"distlock.provider=nats", "distlock.nats.servers=" + url)));
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		NatsServer server = NatsServer.start(1).get(0);
		try (server; NatsFloor floor = new NatsFloor(server.url())) {
			report.about("NATS " + floor.version(), Connection.class);
			StoreSuite suite = new StoreSuite(name(), server.url(), entries(), CommandCounter.none());
			suite.withinOneJvm(floor, UNCONTENDED, rounds, report);
			suite.overSeveralJvms(List.of(), List.of(), rounds, report);
		}
	}

}
