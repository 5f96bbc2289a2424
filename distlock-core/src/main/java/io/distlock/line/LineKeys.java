/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.line;

import io.distlock.LockMode;
import io.distlock.provider.LockKey;

/**
 * Where everything lives: below the node of a lock, one key for each process that holds
 * it or waits for it.
 *
 * @param root what all keys begin with
 */
record LineKeys(String root) {

	private static final int KEY_LENGTH = 400;

	private static final String READER = "-r";

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
	 */
	String lockOf(String place) {
		return place.substring(locks().length(), place.lastIndexOf('/'));
	}

	static boolean isReader(String place) {
		return place.endsWith(READER);
	}

}
