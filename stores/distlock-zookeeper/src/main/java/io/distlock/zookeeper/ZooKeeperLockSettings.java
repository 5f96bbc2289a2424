// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import org.apache.curator.utils.PathUtils;

/**
 * Settings of the ZooKeeper provider.
 *
 * @param rootPath the node under which all locks are kept, below the client's chroot and
 * namespace; made on demand
 * @since 0.1.0
 */
public record ZooKeeperLockSettings(String rootPath) {

	private static final String DEFAULT_ROOT_PATH = "/distlock";

	/**
	 * Check the values.
	 * @throws IllegalArgumentException if the path is not an absolute path of ZooKeeper,
	 * or is the top itself
	 */
	public ZooKeeperLockSettings {
		if (rootPath.equals("/")) {
			throw invalid(rootPath, "it names no node");
		}
		try {
			PathUtils.validatePath(rootPath);
		}
		catch (IllegalArgumentException ex) {
			throw invalid(rootPath, String.valueOf(ex.getMessage()));
		}
	}

	/**
	 * Return the settings that hold unless something else is said.
	 * @return the defaults
	 */
	public static ZooKeeperLockSettings defaults() {
		return new ZooKeeperLockSettings(DEFAULT_ROOT_PATH);
	}

	private static IllegalArgumentException invalid(String rootPath, String reason) {
		return new IllegalArgumentException(
				"'distlock.zookeeper.root-path' must be an absolute path such as '/distlock', but is '%s': %s"
					.formatted(rootPath, reason));
	}

}
