// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

/**
 * A time in which the store of a test does not answer.
 *
 * @since 0.1.0
 */
public final class StoreOutage implements AutoCloseable {

	private final Runnable end;

	StoreOutage(Runnable end) {
		this.end = end;
	}

	/**
	 * Let the store answer again. Those who wait for locks ask it at once.
	 */
	@Override
	public void close() {
		this.end.run();
	}

}
