// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.distlock.faults.node.method.PermitMethods;

import org.springframework.core.env.Environment;

/**
 * What the parent process tells a node, as properties beside those of the store. A round
 * may say otherwise of all that its workers go by.
 *
 * @param node its name
 * @param registerPort where the register listens
 * @param threads how many workers it has
 * @param lease the lease of its locks
 * @param waitTime how long it waits for a lock
 * @param longHolds how many of a hundred holds outlast the lease
 * @param ledger what workers do beside the register
 * @param use how workers hold their keys, alone unless a round says otherwise
 * @param permits how many permits it says there are
 * @param usualWaitTime how long it waits unless a round or a request says otherwise
 * @since 0.1.0
 */
public record NodeSettings(String node, int registerPort, int threads, Duration lease, Duration waitTime, int longHolds,
		LedgerUse ledger, HoldUse use, int permits, Duration usualWaitTime) {

	/**
	 * Holds do not go by longer leases than this one, so that rounds are short.
	 */
	private static final Duration LONGEST_UNIT = Duration.ofSeconds(2);

	static final String LEDGER = "faults.ledger";

	static final String SHARES = "faults.shares";

	static final String JOBS = "faults.jobs";

	static NodeSettings of(Environment environment) {
		return new NodeSettings(environment.getRequiredProperty("faults.node"),
				environment.getRequiredProperty("faults.register-port", Integer.class),
				environment.getRequiredProperty("faults.threads", Integer.class),
				environment.getRequiredProperty("faults.lease", Duration.class),
				environment.getRequiredProperty("faults.wait", Duration.class),
				environment.getRequiredProperty("faults.long-holds", Integer.class),
				environment.getProperty(LEDGER, LedgerUse.class, LedgerUse.NONE), HoldUse.ALONE,
				environment.getProperty(PermitMethods.PROPERTY, Integer.class, 0),
				environment.getRequiredProperty("faults.wait", Duration.class));
	}

	/**
	 * Return the settings of one round.
	 * @param words what the parent says of them: threads, lease, wait time, long holds,
	 * how keys are held
	 */
	NodeSettings with(String... words) {
		return new NodeSettings(this.node, this.registerPort, Integer.parseInt(words[0]), Duration.parse(words[1]),
				Duration.parse(words[2]), Integer.parseInt(words[3]), this.ledger, HoldUse.valueOf(words[4]),
				this.permits, this.usualWaitTime);
	}

	/**
	 * Return what the lengths of holds go by: the lease, if it is a short one.
	 * @param lease the lease
	 * @return the unit, three of which are the longest hold
	 */
	public static Duration holdUnit(Duration lease) {
		return (lease.compareTo(LONGEST_UNIT) < 0) ? lease : LONGEST_UNIT;
	}

	/**
	 * Return these settings as arguments of the node's command line.
	 * @param jobs whether it runs jobs
	 * @param shares whether its store has shared locks and permits
	 * @return the arguments
	 */
	public List<String> arguments(boolean jobs, boolean shares) {
		List<String> arguments = new ArrayList<>(List.of("--faults.node=" + this.node,
				"--faults.register-port=" + this.registerPort, "--faults.threads=" + this.threads,
				"--faults.lease=" + this.lease, "--faults.wait=" + this.waitTime,
				"--faults.long-holds=" + this.longHolds, "--" + JOBS + "=" + jobs, "--" + SHARES + "=" + shares,
				"--" + PermitMethods.PROPERTY + "=" + this.permits, "--distlock.node-name=" + this.node,
				"--distlock.lease-time=" + this.lease, "--distlock.wait-time=" + this.waitTime));
		if (this.ledger != LedgerUse.NONE) {
			arguments.addAll(List.of("--" + LEDGER + "=" + this.ledger, "--distlock.fencing.initialize-schema=always"));
		}
		return arguments;
	}

}
