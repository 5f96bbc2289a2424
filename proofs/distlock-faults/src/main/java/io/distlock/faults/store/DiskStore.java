// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store;

import org.jspecify.annotations.Nullable;

/**
 * A store whose server needs free space on its disk.
 *
 * @since 0.1.0
 */
public interface DiskStore extends Store {

	/**
	 * Size of a small disk, in megabytes.
	 */
	int DISK_MEGABYTES = 512;

	/**
	 * Return why the server cannot have a small disk.
	 * @return the reason, or {@code null} if it can
	 */
	@Nullable String diskObstacle();

	/**
	 * Start the server with its data on a small disk.
	 */
	void limitDisk();

	/**
	 * Fill the disk.
	 */
	void fillDisk();

	/**
	 * Make room on the disk, and do what an operator does after that: start the server
	 * again if it has ended, or does not write.
	 */
	void freeDisk();

}
