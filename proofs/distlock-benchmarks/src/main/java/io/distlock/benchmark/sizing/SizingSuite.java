// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.sizing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.HerdNode;
import io.distlock.benchmark.measure.HerdStore;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.redis.RedisHerd;
import io.distlock.benchmark.report.Report;
import io.distlock.benchmark.sql.SqlHerd;

/**
 * Requests that real servers count for the loads of the simulation with ten nodes: free
 * locks, a busy lock, nodes that wait, and held locks.
 */
public final class SizingSuite implements Suite {

	private static final int NODES = 10;

	private static final int CYCLES = 200;

	private static final int HELD = 100;

	private static final Duration BUSY = Duration.ofSeconds(15);

	private static final Duration SETTLING = Duration.ofSeconds(5);

	private static final Duration WINDOW = Duration.ofSeconds(60);

	private static final long HOLD_MILLIS = 5;

	@Override
	public String name() {
		return "sizing";
	}

	@Override
	public String title() {
		return "Requests of ten nodes";
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		report.about("Redis, PostgreSQL, MariaDB");
		List<List<String>> rows = new ArrayList<>();
		for (HerdStore store : List.of(RedisHerd.all().get(0), SqlHerd.countedPostgresql(), SqlHerd.mariadb())) {
			rows.add(row(store));
			System.out.println(rows.get(rows.size() - 1));
		}
		report.table("Requests, as the server counts them",
				List.of("Unit", "Acquire and release of a free lock",
						"Hand-over of a busy lock to another of %d nodes".formatted(NODES),
						"%d nodes that wait, in a second".formatted(NODES - 1),
						"%d nodes that hold %d locks each, in a second".formatted(NODES, HELD)),
				rows);
	}

	private static List<String> row(HerdStore store) throws Exception {
		return List.of(store.unit(), text(with(store, SizingSuite::free)), text(with(store, SizingSuite::busy)),
				text(with(store, SizingSuite::waiting)), text(with(store, SizingSuite::held)));
	}

	private static String text(double number) {
		return String.format(Locale.ROOT, "%.2f", number);
	}

	private static double with(HerdStore store, Load load) throws Exception {
		ExecutorService threads = Executors.newCachedThreadPool();
		List<HerdNode> nodes = new ArrayList<>();
		try (HerdStore.Running running = store.starting().start()) {
			for (int i = 0; i < NODES; i++) {
				nodes.add(running.node(running.port()));
				nodes.get(i).lock("warm-" + i).close();
			}
			double requests = load.run(running, nodes, threads);
			threads.shutdownNow();
			for (HerdNode node : nodes) {
				node.close();
			}
			return requests;
		}
		finally {
			threads.shutdownNow();
		}
	}

	private static double free(HerdStore.Running running, List<HerdNode> nodes, ExecutorService threads)
			throws Exception {
		long before = running.commands();
		for (int i = 0; i < CYCLES; i++) {
			nodes.get(i % NODES).lock("free-" + i % NODES).close();
		}
		return (running.commands() - before) / (double) CYCLES;
	}

	/**
	 * All nodes ask for the lock again as soon as they have released it.
	 */
	private static double busy(HerdStore.Running running, List<HerdNode> nodes, ExecutorService threads)
			throws Exception {
		AtomicLong grants = new AtomicLong();
		List<Future<?>> callers = all(nodes, threads, (node) -> {
			while (!Thread.currentThread().isInterrupted()) {
				try (AutoCloseable held = node.lock("busy")) {
					grants.incrementAndGet();
					Thread.sleep(HOLD_MILLIS);
				}
			}
		});
		Thread.sleep(SETTLING.toMillis());
		long before = running.commands();
		long granted = grants.get();
		Thread.sleep(BUSY.toMillis());
		double requests = (running.commands() - before) / (double) (grants.get() - granted);
		callers.forEach((caller) -> caller.cancel(true));
		return requests;
	}

	private static double waiting(HerdStore.Running running, List<HerdNode> nodes, ExecutorService threads)
			throws Exception {
		try (AutoCloseable held = nodes.get(0).lock("awaited")) {
			List<Future<?>> callers = all(nodes.subList(1, NODES), threads, (node) -> {
				node.lock("awaited").close();
			});
			double requests = perSecond(running);
			callers.forEach((caller) -> caller.cancel(true));
			return requests;
		}
	}

	private static double held(HerdStore.Running running, List<HerdNode> nodes, ExecutorService threads)
			throws Exception {
		List<AutoCloseable> locks = new ArrayList<>();
		for (int i = 0; i < NODES * HELD; i++) {
			locks.add(nodes.get(i % NODES).lock("held-" + i));
		}
		double requests = perSecond(running);
		for (AutoCloseable lock : locks) {
			lock.close();
		}
		return requests;
	}

	private static double perSecond(HerdStore.Running running) throws Exception {
		Thread.sleep(SETTLING.toMillis());
		long before = running.commands();
		Thread.sleep(WINDOW.toMillis());
		return (running.commands() - before) / (double) WINDOW.toSeconds();
	}

	private static List<Future<?>> all(List<HerdNode> nodes, ExecutorService threads, Caller caller) {
		List<Future<?>> all = new ArrayList<>();
		for (HerdNode node : nodes) {
			Callable<Object> call = () -> {
				caller.call(node);
				return "";
			};
			all.add(threads.submit(call));
		}
		return all;
	}

	private interface Load {

		double run(HerdStore.Running running, List<HerdNode> nodes, ExecutorService threads) throws Exception;

	}

	private interface Caller {

		void call(HerdNode node) throws Exception;

	}

}
