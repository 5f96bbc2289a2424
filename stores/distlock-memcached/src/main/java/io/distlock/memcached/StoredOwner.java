// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import io.distlock.provider.LockOwner;
import org.jspecify.annotations.Nullable;

/**
 * Value of the item of a held lock.
 *
 * @param owner the identifier of the granted attempt
 * @param handOvers the last number of its lease, which counts hand-overs inside a JVM
 * @param holder the name of the node, for display
 */
record StoredOwner(String owner, long handOvers, String holder) {

	/**
	 * Value of a released item until its expiry.
	 */
	static final String NONE = "";

	boolean is(LockOwner other) {
		return this.owner.equals(other.id());
	}

	String text() {
		return this.owner + ' ' + this.handOvers + ' ' + this.holder;
	}

	/**
	 * Parse a value.
	 * @return the holder of the lock, or {@code null} for a value of another application
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
