// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.measure;

import java.util.List;

/**
 * Some contestants who do the same, and what they reached. One of them is a floor.
 *
 * @param title what the tables call it
 * @param threads the number of threads
 * @param shared whether all threads want the same key
 * @param counter counts commands
 * @param contestants the floor, and those that are compared with it
 */
public record Workload(String title, int threads, boolean shared, CommandCounter counter,
		List<Contestant> contestants) {

}
