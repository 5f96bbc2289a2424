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

package io.distlock.faults.history;

/**
 * A span of time.
 *
 * @param from its begin, by {@link System#nanoTime()}
 * @param to its end, or {@link Long#MAX_VALUE} where it has none
 */
record Span(long from, long to) {

	boolean intersects(long from, long to) {
		return this.from <= to && from <= this.to;
	}

	/**
	 * How much of this is in another span.
	 */
	long within(long from, long to) {
		return Math.max(0, Math.min(this.to, to) - Math.max(this.from, from));
	}

	/**
	 * A time somewhat later; the end of time stays what it is.
	 */
	static long plus(long at, long nanos) {
		return (at > Long.MAX_VALUE - nanos) ? Long.MAX_VALUE : at + nanos;
	}

}
