// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

/**
 * A span of time.
 *
 * @param from its begin, by {@link System#nanoTime()}
 * @param to its end, or {@link Long#MAX_VALUE} where it has none
 * @since 0.1.0
 */
public record Span(long from, long to) {

	public boolean intersects(long from, long to) {
		return this.from <= to && from <= this.to;
	}

	// How much of this is in another span.
	public long within(long from, long to) {
		return Math.max(0, Math.min(this.to, to) - Math.max(this.from, from));
	}

	// A time somewhat later; the end of time stays what it is.
	public static long plus(long at, long nanos) {
		return (at > Long.MAX_VALUE - nanos) ? Long.MAX_VALUE : at + nanos;
	}

}
