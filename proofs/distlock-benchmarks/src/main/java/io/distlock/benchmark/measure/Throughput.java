// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What one contestant did in one round.
 *
 * @param threads the cycles of each thread
 * @param seconds how long they were counted
 */
public record Throughput(List<Cycles> threads, double seconds) {

	/**
	 * Let threads lock and release until a window has closed.
	 * @param contestant who locks
	 * @param threads the number of threads
	 * @param shared whether all of them want the same key
	 * @param window when cycles count
	 */
	public static Throughput of(Contestant contestant, int threads, boolean shared, Window window) throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			CyclicBarrier start = new CyclicBarrier(threads);
			List<Future<Cycles>> running = new ArrayList<>();
			for (int thread = 0; thread < threads; thread++) {
				String key = shared ? "bench:shared" : "bench:" + thread;
				running.add(executor.submit(() -> {
					start.await();
					return count(contestant, key, window);
				}));
			}
			return new Throughput(results(running), window.seconds());
		}
		finally {
			executor.shutdownNow();
		}
	}

	private static Cycles count(Contestant contestant, String key, Window window) throws Exception {
		long counted = 0;
		long all = 0;
		long now;
		do {
			contestant.cycle(key);
			now = System.nanoTime();
			all++;
			counted += window.has(now) ? 1 : 0;
		}
		while (!window.isOver(now));
		return new Cycles(counted, all);
	}

	private static List<Cycles> results(List<Future<Cycles>> running) throws Exception {
		List<Cycles> results = new ArrayList<>();
		try {
			for (Future<Cycles> thread : running) {
				results.add(thread.get());
			}
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof Exception cause) ? cause : ex;
		}
		return results;
	}

	/**
	 * Return the number of cycles that all threads ended within the window.
	 */
	public long total() {
		return this.threads.stream().mapToLong(Cycles::counted).sum();
	}

	/**
	 * Return the number of all cycles, with those before and after the window.
	 */
	long all() {
		return this.threads.stream().mapToLong(Cycles::all).sum();
	}

	/**
	 * Return the cycles in a second, of all threads.
	 */
	double perSecond() {
		return total() / this.seconds;
	}

	/**
	 * Return how many cycles the slowest thread did for each of the fastest.
	 */
	double fairness() {
		long most = this.threads.stream().mapToLong(Cycles::counted).max().orElse(0);
		return (most > 0) ? (double) this.threads.stream().mapToLong(Cycles::counted).min().orElse(0) / most : 0;
	}

	/**
	 * What a thread did.
	 *
	 * @param counted the cycles that it ended within the window
	 * @param all all of its cycles
	 */
	public record Cycles(long counted, long all) {

	}

}
