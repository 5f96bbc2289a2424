// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

/**
 * Period in which the store of a test does not respond.
 *
 * @since 0.1.0
 */
public final class StoreOutage implements AutoCloseable {

	private final Runnable end;

	StoreOutage(Runnable end) {
		this.end = end;
	}

	/**
	 * End the outage. Waiters send their requests at once.
	 */
	@Override
	public void close() {
		this.end.run();
	}

}
