// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import io.distlock.LockMode;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.LockLifetime;

/**
 * Name of a lock, or start of a key, for the comparison of locks that may be the same.
 *
 * @param text the name, or the start of the key
 * @param permits whether the locks have permits
 * @param lifetime the lifetime
 * @param provider the bean name of the provider
 */
record LockIdentity(String text, boolean permits, LockLifetime lifetime, String provider) {

	static LockIdentity of(String text, DistributedLock lock) {
		return new LockIdentity(text, lock.mode() == LockMode.PERMIT, lock.lifetime(), lock.provider());
	}

}
