// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import io.distlock.provider.LockKey;

/**
 * Keys of queue entries that this process uses or may use. Keys are reused: a store that
 * scans all historic keys of a range, as etcd does until compaction, would become slower
 * with each lock if each entry had a new key.
 * <p>
 * A key is free after the removal of its entry is confirmed. An entry in a free key was
 * created by a late request.
 * <p>
 * See the page 'line-protocol' of the reference.
 */
final class Slots {

	private final String instance = instance();

	private final AtomicLong attempts = new AtomicLong();

	private final Map<String, Taken> taken = new ConcurrentHashMap<>();

	private final LineKeys keys;

	Slots(LineKeys keys) {
		this.keys = keys;
	}

	/**
	 * Return a unique identifier of an attempt.
	 */
	String newAttempt() {
		return this.instance + '.' + this.attempts.incrementAndGet();
	}

	/**
	 * Take the first free key.
	 */
	String take(LockKey key, Session session, String attempt) {
		Taken taken = new Taken(session, attempt);
		for (int slot = 1;; slot++) {
			String path = this.keys.place(key, this.instance + '.' + slot);
			if (this.taken.putIfAbsent(path, taken) == null) {
				return path;
			}
		}
	}

	/**
	 * Free a key after the confirmed removal of its entry, unless another attempt has
	 * taken the key since: two requests may remove the same entry.
	 */
	void free(String path, String attempt) {
		this.taken.computeIfPresent(path, (key, taken) -> taken.attempt().equals(attempt) ? null : taken);
	}

	/**
	 * Free the keys of an ended session.
	 */
	void freeAll(Session session) {
		this.taken.values().removeIf((taken) -> taken.session() == session);
	}

	private static String instance() {
		byte[] random = new byte[16];
		new SecureRandom().nextBytes(random);
		return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
	}

	/**
	 * User of a key.
	 *
	 * @param session the session of the entry
	 * @param attempt the attempt
	 */
	private record Taken(Session session, String attempt) {

	}

}
