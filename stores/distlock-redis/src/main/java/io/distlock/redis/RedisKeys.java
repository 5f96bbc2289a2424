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

package io.distlock.redis;

import java.util.List;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;

/**
 * The keys of one lock, all in one slot. The braces are for Redis Cluster: only what they
 * enclose decides on the slot, and an encoded key has none of its own.
 *
 * @param lock the holder, while it is held
 * @param fence the last fencing token
 * @param waiters there while another node waits
 * @param channel where a release is told
 */
public record RedisKeys(String lock, String fence, String waiters, String channel) {

	/**
	 * Finds the locks that are held, and none of the other keys.
	 */
	public static final String HELD = "distlock:{*}";

	private static final int KEY_LENGTH = 200;

	public static RedisKeys of(LockKey key) {
		return ofLock("distlock:{" + key.encoded(KEY_LENGTH) + "}");
	}

	public static RedisKeys ofLock(String lock) {
		return new RedisKeys(lock, lock + ":fence", lock + ":waiters", lock + ":free");
	}

	/**
	 * Return the encoded key that is in a key of a lock.
	 * @param lock the key of the lock
	 * @return the encoded key
	 */
	static String encoded(String lock) {
		return lock.substring(lock.indexOf('{') + 1, lock.length() - 1);
	}

	/**
	 * Return the key of the cluster job of this name.
	 * @return the key
	 */
	String job() {
		return this.lock + ":job";
	}

	/**
	 * Return the key of the records of runs of the cluster job of this name.
	 * @return the key
	 */
	String runs() {
		return this.lock + ":runs";
	}

	/**
	 * Return the keys of scripts that must know of attempts that have ended.
	 * @param owner the attempt
	 * @return the keys, in the order of the scripts
	 */
	public List<String> withAttempt(LockOwner owner) {
		return List.of(this.lock, this.fence, this.waiters, ended(owner));
	}

	/**
	 * Return the key that says that an attempt has ended, and how: it is empty if the
	 * attempt was withdrawn, and otherwise says whether its lock was released or yielded.
	 * @param owner the attempt
	 * @return the key
	 */
	String ended(LockOwner owner) {
		return this.lock + ":withdrawn:" + owner.id();
	}

	List<String> withoutAttempt() {
		return List.of(this.lock, this.fence, this.waiters);
	}

}
