// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import io.distlock.provider.LockOwner;
import org.jspecify.annotations.Nullable;

/**
 * Value of the item of a held lock.
 *
 * @param owner the id of the attempt that was granted
 * @param handOvers the last number of its lease, which counts hand-overs inside a JVM
 * @param holder the node, for people who look into the store
 */
record StoredOwner(String owner, long handOvers, String holder) {

	/**
	 * Value that a release leaves for the moment before the item is gone.
	 */
	static final String NONE = "";

	boolean is(LockOwner other) {
		return this.owner.equals(other.id());
	}

	String text() {
		return this.owner + ' ' + this.handOvers + ' ' + this.holder;
	}

	/**
	 * Read a value.
	 * @return who holds the lock, or {@code null} for what no provider has written
	 */
	static @Nullable StoredOwner of(String text) {
		String[] parts = text.split(" ", 3);
		if (parts.length < 3 || parts[0].isEmpty()) {
			return null;
		}
		try {
			return new StoredOwner(parts[0], Long.parseLong(parts[1]), parts[2]);
		}
		catch (NumberFormatException ex) {
			return null;
		}
	}

}
