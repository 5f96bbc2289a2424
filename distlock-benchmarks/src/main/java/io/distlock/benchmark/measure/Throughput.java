package io.distlock.benchmark.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What one contestant did in one round.
 *
 * @param cycles the cycles of each thread
 * @param nanos how long it took
 */
public record Throughput(long[] cycles, long nanos) {

	/**
	 * Let threads lock and release for some time.
	 * @param contestant who locks
	 * @param threads the number of threads
	 * @param shared whether all of them want the same key
	 * @param time how long
	 */
	public static Throughput of(Contestant contestant, int threads, boolean shared, Duration time) throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(threads);
		try {
			CyclicBarrier start = new CyclicBarrier(threads + 1);
			List<Future<Long>> running = new ArrayList<>();
			for (int thread = 0; thread < threads; thread++) {
				String key = shared ? "bench:shared" : "bench:" + thread;
				running.add(executor.submit(() -> {
					start.await();
					return count(contestant, key, time);
				}));
			}
			start.await();
			long startedAt = System.nanoTime();
			long[] cycles = new long[threads];
			for (int thread = 0; thread < threads; thread++) {
				cycles[thread] = result(running.get(thread));
			}
			return new Throughput(cycles, System.nanoTime() - startedAt);
		}
		finally {
			executor.shutdownNow();
		}
	}

	private static long count(Contestant contestant, String key, Duration time) throws Exception {
		long end = System.nanoTime() + time.toNanos();
		long cycles = 0;
		while (System.nanoTime() < end) {
			contestant.cycle(key);
			cycles++;
		}
		return cycles;
	}

	private static long result(Future<Long> running) throws Exception {
		try {
			return running.get();
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof Exception cause) ? cause : ex;
		}
	}

	/**
	 * Return the number of cycles of all threads.
	 */
	public long total() {
		return Arrays.stream(this.cycles).sum();
	}

	/**
	 * Return the cycles in a second, of all threads.
	 */
	public double perSecond() {
		return total() * 1e9 / this.nanos;
	}

	/**
	 * Return how many cycles the slowest thread did for each of the fastest.
	 */
	public double fairness() {
		long most = Arrays.stream(this.cycles).max().orElse(0);
		return (most > 0) ? (double) Arrays.stream(this.cycles).min().orElse(0) / most : 0;
	}

}
