// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark;

import java.util.List;

import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Network;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.report.Report;

/**
 * Some workloads on one store.
 */
public interface Suite {

	/**
	 * Return what the command line calls it.
	 */
	String name();

	/**
	 * Return what the report calls it.
	 */
	String title();

	/**
	 * Return what other JVMs may be asked to open.
	 */
	default List<Entry> entries() {
		return List.of();
	}

	/**
	 * Return the same workloads with a network between the clients and the store.
	 */
	default Suite over(Network network) {
		throw new IllegalArgumentException("The suite '%s' does not run over a network".formatted(name()));
	}

	/**
	 * Return whether a missed target ends the command with an error. A check runs only if
	 * the command names it.
	 */
	default boolean isCheck() {
		return false;
	}

	/**
	 * Run all workloads, and close everything.
	 */
	void run(Rounds rounds, Report report) throws Exception;

}
