// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.distlock.LockMode;
import io.distlock.line.internal.Front;
import io.distlock.provider.LockKey;

/**
 * Layout of the keys: below the node of a lock, one key for each process that holds the
 * lock or waits for it.
 *
 * @param root the prefix of all keys
 */
record LineKeys(String root) {

	private static final int KEY_LENGTH = 400;

	private static final String READER = "-r";

	/**
	 * Encoded key and slot of a queue entry.
	 */
	private static final Pattern PLACE = Pattern.compile("([^/]+)/[^/]+\\.\\d+-[nr]");

	/**
	 * Determines the holders among the queue entries of a lock.
	 */
	static final Front<String> FRONT = new Front<>(LineKeys::isReader);

	/**
	 * Return the prefix of the queue entries of all locks.
	 */
	String locks() {
		return this.root + "/locks/";
	}

	/**
	 * Return the prefix of the queue entries of one lock. An encoded key contains no
	 * slash.
	 */
	String line(LockKey key) {
		return locks() + key.encoded(KEY_LENGTH) + '/';
	}

	/**
	 * Return the name of a queue entry of a lock.
	 * @param slot identifier that no other current entry has
	 */
	String place(LockKey key, String slot) {
		return line(key) + slot + ((key.mode() == LockMode.SHARED) ? READER : "-n");
	}

	/**
	 * Return the key whose existence prevents the creation of an entry.
	 * @param id the attempt that creates the entry
	 */
	String withdrawn(String id) {
		return this.root + "/withdrawn/" + id;
	}

	/**
	 * Return the key with the number of permits.
	 */
	String permits(String encodedKey) {
		return this.root + "/permits/" + encodedKey;
	}

	String permits(LockKey key) {
		return permits(key.encoded(KEY_LENGTH));
	}

	/**
	 * Return the prefix of all jobs.
	 */
	String jobs() {
		return this.root + "/jobs/";
	}

	String job(LockKey job) {
		return jobs() + job.encoded(KEY_LENGTH);
	}

	String runs(LockKey job) {
		return this.root + "/runs/" + job.encoded(KEY_LENGTH);
	}

	/**
	 * Return the encoded key of the lock of a queue entry.
	 * @param key a key below the prefix of all locks
	 * @return the lock, or empty if the key is not a queue entry
	 */
	Optional<String> lockOf(String key) {
		Matcher place = PLACE.matcher(key.substring(locks().length()));
		return place.matches() ? Optional.of(place.group(1)) : Optional.empty();
	}

	static boolean isReader(String place) {
		return place.endsWith(READER);
	}

}
