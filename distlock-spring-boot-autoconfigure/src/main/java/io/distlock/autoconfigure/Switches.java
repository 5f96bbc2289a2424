// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/**
 * Properties that turn something on or off by a condition, which takes every other word
 * than {@code true} for off: {@code yes} would do the opposite of what it says.
 */
final class Switches {

	private static final String ENABLED = "distlock.enabled";

	private static final List<String> OTHERS = List.of("distlock.transaction-aware", "distlock.fencing.enabled",
			"distlock.web.problem-details.enabled");

	private Switches() {
	}

	/**
	 * Fail unless the switch of the whole library is on or off.
	 */
	static void checkEnabled(Environment environment) {
		check(ENABLED, environment.getProperty(ENABLED));
	}

	/**
	 * Fail unless each other switch is on or off.
	 */
	static void checkOthers(Environment environment) {
		OTHERS.forEach((name) -> check(name, environment.getProperty(name)));
	}

	private static void check(String name, @Nullable String value) {
		if (value != null && !"true".equalsIgnoreCase(value) && !"false".equalsIgnoreCase(value)) {
			throw new InvalidConfigurationPropertyValueException(name, value, "It must be true or false.");
		}
	}

}
