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

import java.util.Locale;

/**
 * What was wanted, and what was reached.
 *
 * @param workload what it is about
 * @param what what was measured
 * @param wanted its bound
 * @param reached what came out
 * @param met whether that is within the bound
 */
public record Target(String workload, String what, String wanted, String reached, boolean met) {

	/**
	 * Want much. The median counts.
	 */
	public static Target atLeast(String workload, String what, double bound, Spread reached) {
		return new Target(workload, what, "≥ " + text(bound), reached.text(), reached.median() >= bound);
	}

	/**
	 * Want little. The median counts.
	 */
	public static Target atMost(String workload, String what, double bound, Spread reached) {
		return new Target(workload, what, "≤ " + text(bound), reached.text(), reached.median() <= bound);
	}

	/**
	 * Want all of it between two bounds, not the median only.
	 */
	public static Target between(String workload, String what, double low, double high, Spread reached) {
		return new Target(workload, what, text(low) + "–" + text(high), reached.text(),
				reached.least() >= low && reached.most() <= high);
	}

	private static String text(double bound) {
		return (bound == Math.rint(bound)) ? String.valueOf((long) bound) : String.format(Locale.ROOT, "%.2f", bound);
	}

}
