// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.memcached;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.ShedLocks;
import io.distlock.benchmark.StoreSuite;
import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Goal;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.MemcachedServer;
import net.spy.memcached.MemcachedClient;

/**
 * Locks in Memcached.
 */
public final class MemcachedSuite implements Suite {

	private static final List<Goal> UNCONTENDED = List.of(Goal.floor(StoreSuite.OURS, 0.9));

	@Override
	public String name() {
		return "memcached";
	}

	@Override
	public String title() {
		return "Memcached";
	}

	@Override
	public List<Entry> entries() {
		List<Entry> all = new ArrayList<>(List.of(new Entry(StoreSuite.OURS, true, (server) -> DistlockNode
			.start(StoreSuite.OURS, "distlock.provider=memcached", "distlock.memcached.servers=" + server))));
		all.addAll(ShedLocks.ofStore(ShedLocks.MEMCACHED, MemcachedClient.class, MemcachedSuite::client,
				MemcachedClient::shutdown));
		return all;
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		MemcachedServer server = MemcachedServer.start();
		try (server; MemcachedFloor floor = new MemcachedFloor(server.address())) {
			report.about("Memcached " + floor.version(),
					ShedLocks.libraries(MemcachedClient.class, ShedLocks.MEMCACHED));
			StoreSuite suite = new StoreSuite(name(), server.address(), entries(), CommandCounter.none());
			suite.withinOneJvm(floor, UNCONTENDED, rounds, report);
			suite.overSeveralJvms(List.of(), List.of(), rounds, report);
		}
	}

	static MemcachedClient client(String server) {
		int colon = server.lastIndexOf(':');
		try {
			return new MemcachedClient(
					new InetSocketAddress(server.substring(0, colon), Integer.parseInt(server.substring(colon + 1))));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
