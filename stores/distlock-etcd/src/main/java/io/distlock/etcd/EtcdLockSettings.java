// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

/**
 * Location of locks and jobs in etcd.
 *
 * @param rootPath what all keys begin with, such as {@code distlock}; a slash follows
 * @since 0.1.0
 */
public record EtcdLockSettings(String rootPath) {

	private static final String DEFAULT_ROOT = "distlock";

	/**
	 * Create settings.
	 * @throws IllegalArgumentException if the root is empty, or begins or ends with a
	 * slash
	 */
	public EtcdLockSettings {
		if (rootPath.isEmpty() || rootPath.startsWith("/") || rootPath.endsWith("/")) {
			throw new IllegalArgumentException(
					"'rootPath' must be a path without a slash at its beginning or end, such as '%s', but is '%s'"
						.formatted(DEFAULT_ROOT, rootPath));
		}
	}

	/**
	 * Return the settings that are used if there are no others.
	 * @return the settings, with the root {@code distlock}
	 */
	public static EtcdLockSettings defaults() {
		return new EtcdLockSettings(DEFAULT_ROOT);
	}

}
