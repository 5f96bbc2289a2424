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
