// SPDX-License-Identifier: Apache-2.0

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
