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

package io.distlock.benchmark.measure;

/**
 * The floor of a wake-up: it looks like a lock, but who waits hears a signal, and who
 * releases sends one.
 */
public final class Baton implements Locker {

	private final String name;

	private final Signal signal;

	/**
	 * Create a floor.
	 * @param name what the tables call it
	 * @param signal goes one way for each hand-over
	 */
	public Baton(String name, Signal signal) {
		this.name = name;
		this.signal = signal;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public AutoCloseable lock(String key) throws Exception {
		this.signal.await();
		return this.signal::send;
	}

	/**
	 * Give it to the first one, since no one has it at the beginning.
	 */
	public void serve() throws Exception {
		this.signal.send();
	}

	@Override
	public void close() throws Exception {
		this.signal.close();
	}

}
