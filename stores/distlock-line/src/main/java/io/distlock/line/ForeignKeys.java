// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;

/**
 * Detects keys that another application has put into the queue of a lock. Such keys
 * remain until an operator deletes them, because no node removes an unknown key.
 */
final class ForeignKeys {

	private final LineStore store;

	private final LineKeys keys;

	ForeignKeys(LineStore store, LineKeys keys) {
		this.store = store;
		this.keys = keys;
	}

	/**
	 * Return the queue if it contains known entries only.
	 * @throws LockStoreException if the queue contains a foreign key
	 */
	Line refuse(Line line, String purpose) {
		line.places()
			.stream()
			.filter((key) -> this.keys.lockOf(key).isEmpty() || line.strays().contains(key))
			.findFirst()
			.ifPresent((foreign) -> {
				throw new LockStoreException(
						"Could not %s in %s. The key '%s' is not a queue entry of this version. Unless a node of another version runs, delete it"
							.formatted(purpose, this.store.title(), foreign),
						Outcome.PERMANENT, null);
			});
		return line;
	}

}
