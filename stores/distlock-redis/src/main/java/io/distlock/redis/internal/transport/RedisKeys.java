// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.transport;

import io.distlock.provider.LockKey;

/**
 * Keys of one name, all in one slot. In Redis Cluster, only the part in braces determines
 * the slot, and an encoded key contains no braces.
 *
 * @param lock the record of the lock
 */
public record RedisKeys(String lock) {

	private static final int KEY_LENGTH = 200;

	private static final String JOB = ":job";

	public static RedisKeys of(LockKey key) {
		return new RedisKeys("distlock:{" + key.encoded(KEY_LENGTH) + "}");
	}

	public static String lock(LockKey key) {
		return of(key).lock();
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

	// There while nodes wait.
	public String queue() {
		return this.lock + ":queue";
	}

	// There while some hold the lock together.
	public String holders() {
		return this.lock + ":holders";
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
