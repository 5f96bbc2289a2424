/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.benchmark.etcd;

import java.util.List;
import java.util.stream.Stream;

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
		report.about("etcd " + server.version(), Client.class);
		try (server; EtcdFloor floor = new EtcdFloor(server.url())) {
			CommandCounter counter = CommandCounter.of("Requests", server::requests);
			StoreSuite suite = new StoreSuite(name(), server.url(), EtcdEntries.all(), counter);
			suite.withinOneJvm(floor, UNCONTENDED, rounds, report);
			suite.overSeveralJvms(List.of(), List.of(SIGNAL), rounds, report);
		}
	}

}
