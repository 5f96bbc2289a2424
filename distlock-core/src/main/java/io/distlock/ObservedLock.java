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
 * A lock that an observer may watch.
 *
 * @since 0.1.0
 * @see LockObserver
 */
public interface ObservedLock extends HeldLock {

	/**
	 * Tell the observer that code begins to run under the lock on this thread.
	 * @return closed when the code ends, on the same thread
	 */
	LockObserver.Scope enter();

	/**
	 * Tell the observer of a lock, if it has one, that code begins to run under it on
	 * this thread.
	 * @param lock the lock
	 * @return closed when the code ends, on the same thread
	 */
	static LockObserver.Scope enter(HeldLock lock) {
		return (lock instanceof ObservedLock observed) ? observed.enter() : LockObserver.Scope.NONE;
	}

}
