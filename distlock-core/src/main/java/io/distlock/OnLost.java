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
 * What happens to the running code when its lock is lost. In every case
 * {@link HeldLock#isHeld()} turns false at once, callbacks run and one
 * {@link LockLostEvent} is published.
 *
 * @since 0.1.0
 */
public enum OnLost {

	/**
	 * A transaction that is active in the locked call cannot commit, and the call ends in
	 * a {@link LockLostException} unless the body threw.
	 */
	FAIL,

	/**
	 * As {@link #FAIL}, and the thread that runs the body is interrupted.
	 */
	INTERRUPT,

	/**
	 * The loss is logged; the call ends as if nothing had happened.
	 */
	IGNORE

}
