// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.jobs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.JobStoreServer;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Spread;
import io.distlock.benchmark.measure.Target;
import io.distlock.benchmark.redis.RedisJobs;
import io.distlock.benchmark.report.Report;
import io.distlock.benchmark.sql.SqlJobs;
import io.distlock.benchmark.zookeeper.ZooKeeperJobs;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.scheduling.ledger.JobRun;

/**
 * What jobs on three nodes ask of the store, as the server counts it: while one runs for
 * long that may be repeated, while a thousand rest, and while one runs every second. The
 * time is that of the jobs, so rounds and turns do not matter.
 */
public final class JobLoadSuite implements Suite {

	private static final int NODES = 3;

	private static final int IDLE = 1000;

	private static final int RUNS = 100;

	private static final List<JobStoreServer> STORES = List.of(SqlJobs.postgresql(), RedisJobs.redis(),
			ZooKeeperJobs.zooKeeper());

	@Override
	public String name() {
		return "jobs";
	}

	@Override
	public String title() {
		return "Jobs of the cluster";
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		report.about(STORES.stream().map(JobStoreServer::name).collect(Collectors.joining(", ")));
		List<List<String>> rows = new ArrayList<>();
		// What is counted does not depend on what else goes on.
		List<CompletableFuture<Load>> loads = STORES.stream()
			.map((store) -> CompletableFuture.supplyAsync(() -> load(store), JobLoadSuite::inThread))
			.toList();
		for (int i = 0; i < STORES.size(); i++) {
			Load load = loads.get(i).get();
			rows.addAll(load.rows(STORES.get(i).name()));
			judge(STORES.get(i).name(), load, report);
		}
		report.table(
				"What jobs on three nodes ask of the store", List.of("Store, counted", "One long run, a second",
						"1,000 idle jobs, a second", "Each run of a job every second", "Most runs on one node, of 100"),
				rows);
		report.note("The long run has `maxAttempts = 3` and a lease of 30 s. The counts include the renewals of its "
				+ "lock, and the requests to ZooKeeper include the heartbeats of its clients.");
	}

	private static void inThread(Runnable task) {
		DaemonThreads.start("bench-jobs", task);
	}

	private static Load load(JobStoreServer store) {
		try {
			Load load = new Load();
			whileOneRuns(store, load);
			whileAllRest(store, load);
			eachSecond(store, load);
			return load;
		}
		catch (Exception ex) {
			throw new IllegalStateException("The jobs in %s were not counted".formatted(store.name()), ex);
		}
	}

	private static void judge(String store, Load load, Report report) {
		load.running.keySet().stream().filter((unit) -> !unit.equals(ZooKeeperJobs.REQUESTS)).forEach((unit) -> {
			atMost(report, store, "One long run: " + unit + " a second", 2, Load.of(load.running, unit));
			atMost(report, store, "1,000 idle jobs: " + unit + " a second", 5, Load.of(load.idle, unit));
			atMost(report, store, "Each run: " + unit, 9, Load.of(load.busy, unit));
		});
		atMost(report, store, "Most runs on one node, of 100", 66, load.most);
	}

	private static void atMost(Report report, String store, String what, double bound, double reached) {
		report.target(Target.atMost(store, what, bound, Spread.of(List.of(reached))));
	}

	private static void whileOneRuns(JobStoreServer store, Load load) throws Exception {
		BenchJobs.Long job = new BenchJobs.Long();
		try (Cluster cluster = new Cluster(store, (node) -> node.add("long", job))) {
			job.begun.await();
			cluster.pass(Duration.ofSeconds(20));
			load.running.putAll(cluster.perSecond(Duration.ofMinutes(1)));
			job.leave.countDown();
		}
	}

	private static void whileAllRest(JobStoreServer store, Load load) throws Exception {
		try (Cluster cluster = new Cluster(store, JobLoadSuite::addIdle)) {
			cluster.pass(Duration.ofSeconds(75));
			load.idle.putAll(cluster.perSecond(Duration.ofMinutes(2)));
		}
	}

	private static void addIdle(JobNode node) {
		for (int i = 0; i < IDLE; i++) {
			node.add("idle-" + i, new BenchJobs.Idle());
		}
	}

	private static void eachSecond(JobStoreServer store, Load load) throws Exception {
		try (Cluster cluster = new Cluster(store, (node) -> node.add("busy", new BenchJobs.Busy()))) {
			cluster.pass(Duration.ofSeconds(15));
			int before = cluster.runs().size();
			Map<String, Long> counted = cluster.during(Duration.ofSeconds(RUNS + 2));
			List<JobRun> runs = cluster.runs();
			counted.forEach((unit, count) -> load.busy.put(unit, (double) count / (runs.size() - before)));
			load.most = Collections.max(runs.subList(0, RUNS)
				.stream()
				.collect(Collectors.groupingBy(JobRun::node, Collectors.counting()))
				.values());
		}
	}

	/**
	 * What was counted on one store.
	 */
	private static final class Load {

		private final Map<String, Double> running = new TreeMap<>();

		private final Map<String, Double> idle = new TreeMap<>();

		private final Map<String, Double> busy = new TreeMap<>();

		private long most;

		private static double of(Map<String, Double> counted, String unit) {
			return Objects.requireNonNull(counted.get(unit));
		}

		List<List<String>> rows(String store) {
			return this.running.keySet()
				.stream()
				.map((unit) -> List.of(store + ", " + unit, Spread.number(of(this.running, unit), 2),
						Spread.number(of(this.idle, unit), 2), Spread.number(of(this.busy, unit), 1),
						String.valueOf(this.most)))
				.toList();
		}

	}

	/**
	 * Three nodes on a server of their own.
	 */
	private static final class Cluster implements AutoCloseable {

		private final List<JobNode> nodes = new ArrayList<>();

		private final JobStoreServer.Running server;

		Cluster(JobStoreServer store, Consumer<JobNode> jobs) throws Exception {
			this.server = store.start();
			for (int i = 1; i <= NODES; i++) {
				JobNode node = new JobNode(this.server.newProvider(), "node-" + i);
				jobs.accept(node);
				this.nodes.add(node);
			}
			this.nodes.forEach(JobNode::start);
		}

		List<JobRun> runs() {
			return this.nodes.get(0).scheduler().operations().history("busy");
		}

		void pass(Duration time) throws InterruptedException {
			Thread.sleep(time.toMillis());
		}

		Map<String, Long> during(Duration time) throws Exception {
			Map<String, Long> before = this.server.counts();
			pass(time);
			Map<String, Long> counted = new TreeMap<>();
			this.server.counts()
				.forEach((unit, count) -> counted.put(unit, count - Objects.requireNonNull(before.get(unit))));
			return counted;
		}

		Map<String, Double> perSecond(Duration time) throws Exception {
			Map<String, Double> rates = new TreeMap<>();
			during(time).forEach((unit, count) -> rates.put(unit, (double) count / time.toSeconds()));
			return rates;
		}

		@Override
		public void close() throws Exception {
			this.nodes.forEach(JobNode::close);
			this.server.close();
		}

	}

}
