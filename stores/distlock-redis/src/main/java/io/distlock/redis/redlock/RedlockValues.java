// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redlock;

import java.time.Duration;
import java.util.Optional;

import io.distlock.provider.StoredLock;
import io.distlock.redis.RedisKeys;
import io.distlock.redis.transport.ScriptReply;

/**
 * Reads what the key of a held lock holds: its last token, its lease, its owner and its
 * holder, in this order.
 */
final class RedlockValues {

	private static final int LAST_TOKEN = 0;

	private static final int OWNER = 2;

	private static final int HOLDER = 3;

	private static final int PARTS = 4;

	private RedlockValues() {
	}

	/**
	 * Read what a script says of a lock: its value, the milliseconds left, and whether
	 * another node waits.
	 * @param lock the key of the lock
	 * @param reply the reply of the script
	 * @param at the position of the value
	 * @return the lock, or empty if it is free
	 */
	static Optional<StoredLock> lock(String lock, ScriptReply reply, int at) {
		String[] parts = reply.text(at).split(" ", PARTS);
		if (parts.length < PARTS) {
			return Optional.empty();
		}
		return Optional.of(new StoredLock(RedisKeys.encoded(lock), parts[HOLDER], Long.parseLong(parts[LAST_TOKEN]),
				Duration.ofMillis(Math.max(0, reply.number(at + 1))), reply.number(at + 2) == 1));
	}

	/**
	 * Return the owner in a value, empty if there is none.
	 * @param value the value
	 * @return the owner in a value, empty if there is none
	 */
	static Optional<String> owner(String value) {
		String[] parts = value.split(" ", PARTS);
		return (parts.length < PARTS) ? Optional.empty() : Optional.of(parts[OWNER]);
	}

}
