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
			"distlock.fencing.mdc", "distlock.web.problem-details.enabled");

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
