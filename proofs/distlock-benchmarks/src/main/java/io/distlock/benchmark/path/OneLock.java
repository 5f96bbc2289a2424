// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.path;

import io.distlock.benchmark.Benchmarks;
import io.distlock.benchmark.measure.Locker;

/**
 * Locks one key once, whenever a line is read, after everything is warm.
 */
public final class OneLock {

	static final String READY = "ready";

	static final String DONE = "done";

	private static final int WARM = 20;

	private OneLock() {
	}

	/**
	 * Lock.
	 * @param args a suite, one of its entries, and where its store is
	 */
	public static void main(String[] args) throws Exception {
		Locker locker = Benchmarks.suite(args[0])
			.entries()
			.stream()
			.filter((entry) -> entry.name().equals(args[1]))
			.findFirst()
			.orElseThrow()
			.open(args[2]);
		for (int i = 0; i < WARM; i++) {
			locker.cycle("warm");
		}
		System.out.println(READY);
		System.in.read();
		locker.cycle("one");
		System.out.println(DONE);
		System.in.read();
		System.exit(0);
	}

}
