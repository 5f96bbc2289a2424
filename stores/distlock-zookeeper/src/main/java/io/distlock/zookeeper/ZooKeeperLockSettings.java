// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import org.apache.curator.utils.PathUtils;

/**
 * Settings of the ZooKeeper provider. Immutable; later versions may add attributes.
 *
 * @since 0.1.0
 */
public final class ZooKeeperLockSettings {

	private static final String DEFAULT_ROOT_PATH = "/distlock";

	private final String rootPath;

	private ZooKeeperLockSettings(String rootPath) {
		if (rootPath.equals("/")) {
			throw invalid(rootPath, "it names no node");
		}
		try {
			PathUtils.validatePath(rootPath);
		}
		catch (IllegalArgumentException ex) {
			throw invalid(rootPath, String.valueOf(ex.getMessage()));
		}
		this.rootPath = rootPath;
	}

	/**
	 * Return the default settings.
	 * @return the defaults
	 */
	public static ZooKeeperLockSettings defaults() {
		return new ZooKeeperLockSettings(DEFAULT_ROOT_PATH);
	}

	/**
	 * Return the parent node of all locks.
	 * @return the path, below the chroot and namespace of the client
	 */
	public String rootPath() {
		return this.rootPath;
	}

	/**
	 * Set the parent node of all locks, which is created on demand.
	 * @param rootPath the path, below the chroot and namespace of the client
	 * @return the changed settings
	 * @throws IllegalArgumentException if the path is not an absolute path of ZooKeeper,
	 * or is the root
	 */
	public ZooKeeperLockSettings withRootPath(String rootPath) {
		return new ZooKeeperLockSettings(rootPath);
	}

	private static IllegalArgumentException invalid(String rootPath, String reason) {
		return new IllegalArgumentException(
				"'distlock.zookeeper.root-path' must be an absolute path such as '/distlock', but is '%s': %s"
					.formatted(rootPath, reason));
	}

}
