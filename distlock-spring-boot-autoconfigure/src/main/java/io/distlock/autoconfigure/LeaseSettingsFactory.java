// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;

import io.distlock.autoconfigure.properties.PropertyChecks;
import io.distlock.lease.LeaseSettings;
import io.distlock.lease.LeaseSettings.HandOff;
import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Turns properties into settings of the engine, and rejects those that make no sense.
 */
final class LeaseSettingsFactory {

	private static final int MAX_NODE_NAME = 100;

	private final PropertyChecks checks = new PropertyChecks("distlock.");

	private final DistlockProperties properties;

	private final Environment environment;

	LeaseSettingsFactory(DistlockProperties properties, Environment environment) {
		this.properties = properties;
		this.environment = environment;
	}

	LeaseSettings create() {
		check();
		DistlockProperties.HandOff handOff = this.properties.handOff();
		return new LeaseSettings(keyPrefix(), nodeName(), this.properties.waitTime(), this.properties.leaseTime(),
				this.properties.maxHoldTime(), new HandOff(handOff.maxConsecutive(), handOff.maxDuration()));
	}

	/**
	 * Fail if a property makes no sense.
	 */
	void check() {
		Duration maxHoldTime = this.properties.maxHoldTime();
		DistlockProperties.HandOff handOff = this.properties.handOff();
		this.checks.notNegative("wait-time", this.properties.waitTime());
		this.checks.lease("lease-time", this.properties.leaseTime());
		this.checks.check("max-hold-time", maxHoldTime, maxHoldTime == null || maxHoldTime.compareTo(Duration.ZERO) > 0,
				"It must be positive; leave it out to keep locks for as long as they are needed.");
		this.checks.check("hand-off.max-consecutive", handOff.maxConsecutive(), handOff.maxConsecutive() >= 0,
				"It must not be negative; 0 turns hand-overs off.");
		this.checks.notNegative("hand-off.max-duration", handOff.maxDuration());
		checkNames();
		this.checks.check("order", this.properties.order(), this.properties.order() != Ordered.LOWEST_PRECEDENCE,
				"It must be below %d, so that locks lie outside of transactions.", Ordered.LOWEST_PRECEDENCE);
	}

	private void checkNames() {
		String prefix = this.properties.keyPrefix();
		this.checks.check("key-prefix", prefix, prefix == null || !prefix.isBlank(),
				"It must not be blank; applications that are to exclude each other use the same word.");
		String name = this.properties.nodeName();
		this.checks.check("node-name", name, name == null || (!name.isBlank() && name.length() <= MAX_NODE_NAME),
				"It must have 1 to %d characters.", MAX_NODE_NAME);
	}

	private String keyPrefix() {
		String prefix = this.properties.keyPrefix();
		if (prefix == null) {
			String application = applicationName();
			return StringUtils.hasText(application) ? application : "distlock";
		}
		return prefix;
	}

	/**
	 * Returns whether nothing separates the locks of this application from those of
	 * others.
	 */
	boolean isUnnamed() {
		return this.properties.keyPrefix() == null && !StringUtils.hasText(applicationName());
	}

	private @Nullable String applicationName() {
		return this.environment.getProperty("spring.application.name");
	}

	private String nodeName() {
		String name = this.properties.nodeName();
		return (name != null) ? name : defaultNodeName();
	}

	private static String defaultNodeName() {
		String process = ":" + ProcessHandle.current().pid();
		String host = hostName();
		return host.substring(0, Math.min(host.length(), MAX_NODE_NAME - process.length())) + process;
	}

	private static String hostName() {
		try {
			return InetAddress.getLocalHost().getHostName();
		}
		catch (UnknownHostException ex) {
			return "localhost";
		}
	}

}
