// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import io.distlock.LockMode;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.LockLifetime;

/**
 * A name or the beginning of a key, among locks that could be the same one.
 *
 * @param text the name, or the text that a key begins with
 * @param permits whether the locks have permits
 * @param lifetime the lifetime
 * @param provider the bean name of the provider
 */
record LockIdentity(String text, boolean permits, LockLifetime lifetime, String provider) {

	static LockIdentity of(String text, DistributedLock lock) {
		return new LockIdentity(text, lock.mode() == LockMode.PERMIT, lock.lifetime(), lock.provider());
	}

}
