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

package io.distlock;

/**
 * Decides when a lock that a {@link LockTemplate} or a locked method has taken is given
 * back.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface LockScope {

	/**
	 * The scope that ends with the callback, or when the owner releases the lock.
	 */
	LockScope CALLBACK = (lock) -> false;

	/**
	 * Look at what goes on before a lock is acquired. Not called for a re-entry.
	 * @param request what is to be locked
	 * @throws RuntimeException if it is not to be locked here
	 */
	default void before(LockRequest request) {
		LockContext.forgetLost();
	}

	/**
	 * Extend the hold beyond the callback or the release, for example to the end of the
	 * transaction that the caller has begun. Called right after the lock was acquired.
	 * @param lock the lock; if it is a {@link DeferrableLock}, its release is to be
	 * deferred
	 * @return whether this scope ends the lock later; {@code false} if that is left to
	 * the callback or the owner
	 */
	boolean extend(HeldLock lock);

}
