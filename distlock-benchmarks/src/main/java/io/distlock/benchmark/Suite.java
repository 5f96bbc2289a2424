package io.distlock.benchmark;

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
	 * Run all workloads, and close everything.
	 */
	void run(Rounds rounds, Report report) throws Exception;

}
