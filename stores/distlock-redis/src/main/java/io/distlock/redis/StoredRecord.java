// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;

import io.distlock.provider.StoredLock;
import io.distlock.redis.transport.ScriptReply;

/**
 * Reads the record of a held lock: its last token, since when it has gone from hand to
 * hand, its owner, marks, lease, retention and holder, in this order.
 * <p>
 * See the page 'redis-protocol' of the reference.
 */
final class StoredRecord {

	private static final int LAST_TOKEN = 0;

	private static final int OWNER = 2;

	private static final int MARKS = 3;

	private static final int HOLDER = 6;

	private static final int PARTS = 7;

	/**
	 * Owns a lock that several hold together.
	 */
	private static final String TOGETHER = "~";

	private StoredRecord() {
	}

	/**
	 * Read what a script says of a held lock: its record, and the milliseconds left.
	 * @param lock the key of the lock
	 * @param reply the reply of the script
	 * @param at the position of the record
	 * @return the lock
	 */
	static StoredLock lock(String lock, ScriptReply reply, int at) {
		String[] parts = reply.text(at).split(" ", PARTS);
		StoredLock held = new StoredLock(RedisKeys.encoded(lock), parts[HOLDER], Long.parseLong(parts[LAST_TOKEN]),
				Duration.ofMillis(reply.number(at + 1)), parts[MARKS].startsWith("w"));
		return parts[OWNER].equals(TOGETHER) ? held.together() : held;
	}

}
