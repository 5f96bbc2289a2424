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

package io.distlock.benchmark.redis;

/**
 * A lock and its release as two commands, which are sent for many keys at once.
 */
interface PipelinedCycle {

	/**
	 * Return what the tables call it.
	 */
	String name();

	/**
	 * Return the command that takes a lock.
	 * @param cycle the number of the cycle
	 */
	Object[] acquire(int cycle);

	/**
	 * Return the command that releases it.
	 * @param cycle the number of the cycle
	 * @param reply what the server answered to the first command
	 */
	Object[] release(int cycle, Object reply);

	/**
	 * Return whether the lock was released, so that all of this has happened.
	 * @param reply what the server answered to the second command
	 */
	boolean isReleased(Object reply);

}
