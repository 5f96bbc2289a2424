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

package io.distlock.consul;

/**
 * Where locks and jobs live in Consul.
 *
 * @param rootPath what all keys begin with, such as {@code distlock}; a slash follows
 * @since 0.1.0
 */
public record ConsulLockSettings(String rootPath) {

	private static final String DEFAULT_ROOT = "distlock";

	/**
	 * Create settings.
	 * @throws IllegalArgumentException if the root is empty, or begins or ends with a
	 * slash
	 */
	public ConsulLockSettings {
		if (rootPath.isEmpty() || rootPath.startsWith("/") || rootPath.endsWith("/")) {
			throw new IllegalArgumentException(
					"'rootPath' must be a path without a slash at its begin or end, such as '%s', but is '%s'"
						.formatted(DEFAULT_ROOT, rootPath));
		}
	}

	/**
	 * Return the settings that are used if there are no others.
	 * @return the settings, with the root {@code distlock}
	 */
	public static ConsulLockSettings defaults() {
		return new ConsulLockSettings(DEFAULT_ROOT);
	}

}
