// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.time.Duration;
import java.util.Locale;

/**
 * What a run has cost.
 *
 * @param nodes the number of nodes
 * @param grants the number of grants
 * @param runs the number of runs of jobs
 * @param requests the number of requests to the store
 * @param duration the counted time
 * @param waits times from requests to grants
 * @param gaps times from the end of a hold to the next grant, while callers waited
 * @param least the lowest number of grants of a node
 * @param most the highest number of grants of a node
 * @param leaderless the longest time without a leader, in milliseconds
 * @param events the number of simulated events
 */
record Figures(int nodes, long grants, long runs, long requests, Duration duration, Samples waits, Samples gaps,
		long least, long most, long leaderless, long events) {

	static final String HEADER = "| store | load | nodes | grants | runs | requests/grant or run | requests/s | wait p50/p99/max ms | free p50/p99/max ms | grants of a node | ms without leader | events |%n|---|---|---|---|---|---|---|---|---|---|---|---|%n";

	double requestsPerGrant() {
		return (double) this.requests / Math.max(1, this.grants + this.runs);
	}

	double requestsPerSecond() {
		return (double) this.requests / this.duration.toSeconds();
	}

	String row(StoreKind kind, Load load) {
		return String.format(Locale.ROOT, "| %s | %s | %d | %d | %d | %.2f | %.1f | %s | %s | %d–%d | %d | %d |", kind,
				load, this.nodes, this.grants, this.runs, requestsPerGrant(), requestsPerSecond(), times(this.waits),
				times(this.gaps), this.least, this.most, this.leaderless, this.events);
	}

	private static String times(Samples samples) {
		return String.format(Locale.ROOT, "%.1f / %.1f / %.0f", samples.quantile(0.5), samples.quantile(0.99),
				samples.quantile(1));
	}

}
