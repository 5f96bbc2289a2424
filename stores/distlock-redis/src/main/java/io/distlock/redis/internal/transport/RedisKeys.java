// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.transport;

import java.util.List;

import io.distlock.provider.LockKey;

/**
 * Keys of one name, all in one slot. In Redis Cluster, only the part in braces determines
 * the slot, and an encoded key contains no braces.
 *
 * @since 0.1.0
 */
public final class RedisKeys {

	private static final int KEY_LENGTH = 200;

	private static final String QUEUE = ":queue";

	private static final String HOLDERS = ":holders";

	private static final String JOB = ":job";

	private final String lock;

	public RedisKeys(LockKey key) {
		this.lock = "distlock:{" + key.encoded(KEY_LENGTH) + "}";
	}

	public RedisKeys(String lock) {
		this.lock = lock;
	}

	public static String encoded(String lock) {
		return lock.substring(lock.indexOf('{') + 1, lock.length() - 1);
	}

	// Finds the records of locks, and none of the other keys. An encoded key has none of
	// the special characters of a pattern.
	public static String locks(String encodedPrefix) {
		return "distlock:{" + encodedPrefix + "*}";
	}

	public static String jobs(String keyPrefix) {
		return locks(LockKey.encodedStart(keyPrefix, "")) + JOB;
	}

	public static String encodedJob(String job) {
		return encoded(job.substring(0, job.length() - JOB.length()));
	}

	// The record of the lock.
	public String lock() {
		return this.lock;
	}

	// Of a script for a lock that only one holds.
	public List<String> exclusive() {
		return List.of(this.lock, this.lock + QUEUE);
	}

	// Of a script for a lock that several may hold together.
	public List<String> shared() {
		return List.of(this.lock, this.lock + QUEUE, this.lock + HOLDERS);
	}

	// There while nodes wait.
	public String queue() {
		return this.lock + QUEUE;
	}

	// There while some hold the lock together.
	public String holders() {
		return this.lock + HOLDERS;
	}

	public String job() {
		return this.lock + JOB;
	}

	public String runs() {
		return this.lock + ":runs";
	}

	// The last fencing token on one of several independent masters.
	public String fence() {
		return this.lock + ":fence";
	}

	// There while another node waits for several independent masters.
	public String waiters() {
		return this.lock + ":waiters";
	}

}
