// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import io.distlock.provider.LockKey;

/**
 * The keys in which this process has places, and may have them. They are reused: a store
 * that scans each key that ever was in a range, as etcd does until it compacts, would get
 * slower with each lock if each place had a new key.
 * <p>
 * A key is free when its place is known to be gone. What else is in a free key was put by
 * a request that came late.
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
	 * Return what no other attempt has, now or later.
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
	 * Free a key whose place is known to be gone, unless another attempt has taken the
	 * key since: a place may be removed by two requests.
	 */
	void free(String path, String attempt) {
		this.taken.computeIfPresent(path, (key, taken) -> taken.attempt().equals(attempt) ? null : taken);
	}

	/**
	 * Free what has gone with a session.
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
	 * The user of a key.
	 *
	 * @param session the session of its place
	 * @param attempt the attempt
	 */
	private record Taken(Session session, String attempt) {

	}

}
