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

import org.jspecify.annotations.Nullable;

/**
 * Checks fencing tokens for the methods and requests that ask for it.
 *
 * @since 0.1.0
 */
public interface FencedCalls {

	/**
	 * Take note that there is a method whose tokens are to be checked. Called while beans
	 * are created, and must create none.
	 */
	void expect();

	/**
	 * Check the token of a lock in the transaction that is active on this thread, if the
	 * work is to be part of one, and from now on in every transaction that begins on it.
	 * @param lock the lock
	 * @param onLost whether a loss is to be found out before the token is looked at
	 * @param method the method that is called, {@code null} if a template was
	 * @return ends the call
	 * @throws LockException if the token is not the highest, or could not be checked
	 */
	Entry enter(HeldLock lock, OnLost onLost, @Nullable LockedMethod method);

	/**
	 * The time in which a thread works under a fenced lock.
	 */
	interface Entry extends AutoCloseable {

		/**
		 * Check that there was a transaction: without one nothing was fenced. Called when
		 * the work has ended well.
		 * @throws LockException if there was none
		 */
		void verify();

		@Override
		void close();

	}

}
