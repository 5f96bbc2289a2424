package io.distlock.faults.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.springframework.core.env.Environment;

/**
 * What the parent process tells a node, as properties beside those of the store.
 *
 * @param node its name
 * @param registerPort where the register listens
 * @param threads how many workers it has
 * @param lease the lease of its locks
 * @param waitTime how long it waits for a lock
 * @param longHolds how many of a hundred holds outlast the lease
 * @param ledger what workers do beside the register
 * @since 0.1.0
 */
public record NodeSettings(String node, int registerPort, int threads, Duration lease, Duration waitTime, int longHolds,
		LedgerUse ledger) {

	static final String LEDGER = "faults.ledger";

	static final String JOBS = "faults.jobs";

	static NodeSettings of(Environment environment) {
		return new NodeSettings(environment.getRequiredProperty("faults.node"),
				environment.getRequiredProperty("faults.register-port", Integer.class),
				environment.getRequiredProperty("faults.threads", Integer.class),
				environment.getRequiredProperty("faults.lease", Duration.class),
				environment.getRequiredProperty("faults.wait", Duration.class),
				environment.getRequiredProperty("faults.long-holds", Integer.class),
				environment.getProperty(LEDGER, LedgerUse.class, LedgerUse.NONE));
	}

	/**
	 * Return these settings as arguments of the node's command line.
	 * @param jobs whether it runs jobs
	 * @return the arguments
	 */
	public List<String> arguments(boolean jobs) {
		List<String> arguments = new ArrayList<>(List.of("--faults.node=" + this.node,
				"--faults.register-port=" + this.registerPort, "--faults.threads=" + this.threads,
				"--faults.lease=" + this.lease, "--faults.wait=" + this.waitTime,
				"--faults.long-holds=" + this.longHolds, "--" + JOBS + "=" + jobs, "--distlock.node-name=" + this.node,
				"--distlock.lease-time=" + this.lease, "--distlock.wait-time=" + this.waitTime));
		if (this.ledger != LedgerUse.NONE) {
			arguments.addAll(List.of("--" + LEDGER + "=" + this.ledger, "--distlock.fencing.initialize-schema=always"));
		}
		return arguments;
	}

}
