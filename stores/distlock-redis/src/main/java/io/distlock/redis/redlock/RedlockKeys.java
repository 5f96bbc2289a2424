// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redlock;

import java.util.List;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.redis.RedisKeys;

/**
 * The keys of one lock on each of several independent masters.
 *
 * @param lock the holder, while it is held
 * @param fence the last fencing token
 * @param waiters there while another node waits
 * @since 0.1.0
 */
public record RedlockKeys(String lock, String fence, String waiters) {

	public static RedlockKeys of(LockKey key) {
		String lock = RedisKeys.lock(key);
		return new RedlockKeys(lock, lock + ":fence", lock + ":waiters");
	}

	/**
	 * Return the keys of scripts that must know of attempts that have ended.
	 * @param owner the attempt
	 * @return the keys, in the order of the scripts: the last says that the attempt has
	 * ended, and how
	 */
	List<String> withAttempt(LockOwner owner) {
		return List.of(this.lock, this.fence, this.waiters, this.lock + ":withdrawn:" + owner.id());
	}

}
