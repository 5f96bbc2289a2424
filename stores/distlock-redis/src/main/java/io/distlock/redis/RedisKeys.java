// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import io.distlock.provider.LockKey;

/**
 * The keys of one name, all in one slot. The braces are for Redis Cluster: only what they
 * enclose decides on the slot, and an encoded key has none of its own.
 *
 * @param lock the record of the lock
 */
public record RedisKeys(String lock) {

	/**
	 * Finds the records of locks, and none of the other keys.
	 */
	public static final String LOCKS = "distlock:{*}";

	private static final int KEY_LENGTH = 200;

	private static final String JOB = ":job";

	public static RedisKeys of(LockKey key) {
		return new RedisKeys(lock(key));
	}

	/**
	 * Return the key of the record of a lock.
	 * @param key the lock
	 * @return the key
	 */
	public static String lock(LockKey key) {
		return "distlock:{" + key.encoded(KEY_LENGTH) + "}";
	}

	/**
	 * Return the encoded key that is in a key of a lock.
	 * @param lock the key of the lock
	 * @return the encoded key
	 */
	public static String encoded(String lock) {
		return lock.substring(lock.indexOf('{') + 1, lock.length() - 1);
	}

	/**
	 * Return what finds the cluster jobs of a prefix.
	 * @param keyPrefix the prefix
	 * @return the pattern: an encoded key has none of its special characters
	 */
	static String jobs(String keyPrefix) {
		String encoded = new LockKey(keyPrefix, "x").encoded(Integer.MAX_VALUE);
		return "distlock:{" + encoded.substring(0, encoded.length() - 1) + "*}" + JOB;
	}

	/**
	 * Return the encoded key that is in a key of a cluster job.
	 * @param job the key of the job
	 * @return the encoded key
	 */
	static String encodedJob(String job) {
		return encoded(job.substring(0, job.length() - JOB.length()));
	}

	/**
	 * Return the key of the nodes that wait, which is there while there are any.
	 * @return the key
	 */
	String queue() {
		return this.lock + ":queue";
	}

	/**
	 * Return the key of those who hold the lock together, which is there while there are
	 * any.
	 * @return the key
	 */
	String holders() {
		return this.lock + ":holders";
	}

	/**
	 * Return the key of the cluster job of this name.
	 * @return the key
	 */
	String job() {
		return this.lock + JOB;
	}

	/**
	 * Return the key of the records of runs of the cluster job of this name.
	 * @return the key
	 */
	String runs() {
		return this.lock + ":runs";
	}

}
