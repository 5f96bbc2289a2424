// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.distlock.LockMode;
import io.distlock.line.internal.Front;
import io.distlock.provider.LockKey;

/**
 * Layout of the keys: below the node of a lock, one key for each process that holds it or
 * waits for it.
 *
 * @param root what all keys begin with
 */
record LineKeys(String root) {

	private static final int KEY_LENGTH = 400;

	private static final String READER = "-r";

	/**
	 * Encoded key and slot of a place.
	 */
	private static final Pattern PLACE = Pattern.compile("([^/]+)/[^/]+\\.\\d+-[nr]");

	/**
	 * Determines the holders of a lock in line.
	 */
	static final Front<String> FRONT = new Front<>(LineKeys::isReader);

	/**
	 * Return what the places of all locks begin with.
	 */
	String locks() {
		return this.root + "/locks/";
	}

	/**
	 * Return what the places of one lock begin with. An encoded key has no slash.
	 */
	String line(LockKey key) {
		return locks() + key.encoded(KEY_LENGTH) + '/';
	}

	/**
	 * Return a place in the line of a lock.
	 * @param slot what no other place has at the same time
	 */
	String place(LockKey key, String slot) {
		return line(key) + slot + ((key.mode() == LockMode.SHARED) ? READER : "-n");
	}

	/**
	 * Return the key whose existence forbids to make a place.
	 * @param id the attempt that would make it
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
	 * Return what all jobs begin with.
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
	 * Return the encoded key of the lock that a place belongs to.
	 * @param key a key below those of all locks
	 * @return the lock, or empty if the key is not a place
	 */
	Optional<String> lockOf(String key) {
		Matcher place = PLACE.matcher(key.substring(locks().length()));
		return place.matches() ? Optional.of(place.group(1)) : Optional.empty();
	}

	static boolean isReader(String place) {
		return place.endsWith(READER);
	}

}
