package io.distlock.benchmark.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import io.distlock.benchmark.measure.Locker;

/**
 * Many locks that are held until the JVM ends.
 */
final class Crowd {

	private static final int THREADS = 8;

	/**
	 * Threads that stay, since some products ask which thread holds a lock.
	 */
	private final ExecutorService executor = Executors.newFixedThreadPool(THREADS);

	private final Collection<AutoCloseable> held = new ConcurrentLinkedQueue<>();

	int hold(Locker locker, int number) throws Exception {
		List<Future<?>> running = new ArrayList<>();
		for (int thread = 0; thread < THREADS; thread++) {
			int first = thread;
			running.add(this.executor.submit(() -> {
				for (int lock : IntStream.iterate(first, (i) -> i < number, (i) -> i + THREADS).toArray()) {
					this.held.add(locker.lock("held:" + lock));
				}
				return null;
			}));
		}
		for (Future<?> thread : running) {
			thread.get();
		}
		return this.held.size();
	}

}
