// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What a fault has a node do in the background. The fault is over when that is: what it
 * has taken is no leak of the library.
 */
final class Chores {

	private final Map<CompletableFuture<?>, String> running = new ConcurrentHashMap<>();

	/**
	 * Do something on a thread of its own.
	 * @param name what it is
	 */
	void run(String name, Task task) {
		Runnable end = begin(name);
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (Exception ex) {
				NodeProcess.unexpected(ex);
			}
			finally {
				end.run();
			}
		}, name);
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * Begin something that ends elsewhere.
	 * @param name what it is
	 * @return called when it ends
	 */
	Runnable begin(String name) {
		CompletableFuture<Void> end = new CompletableFuture<>();
		this.running.put(end, name);
		return () -> {
			this.running.remove(end);
			end.complete(null);
		};
	}

	/**
	 * Wait until all has ended, also what has begun meanwhile.
	 * @param patience how long to wait
	 * @return what has not ended by then
	 */
	List<String> awaitEnd(Duration patience) throws InterruptedException {
		long deadline = System.nanoTime() + patience.toNanos();
		try {
			while (!this.running.isEmpty()) {
				CompletableFuture.allOf(this.running.keySet().toArray(CompletableFuture[]::new))
					.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
			}
		}
		catch (TimeoutException ex) {
			return this.running.values().stream().sorted().toList();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
		return List.of();
	}

	/**
	 * Something that takes time.
	 */
	interface Task {

		void run() throws Exception;

	}

}
