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

package io.distlock.provider.line;

import java.time.Duration;

/**
 * A place in a store's line of those who want a key. It belongs to a session of this
 * process, and goes when the session ends.
 *
 * @since 0.1.0
 */
public interface Place {

	/**
	 * Return the name of the place in the store.
	 * @return what no other place is called, now or later
	 */
	String path();

	/**
	 * Return what the store counts with the place.
	 * @return a positive number that rises from each place of a key to the next
	 */
	long transaction();

	/**
	 * Return for how long, counted from now, the place surely stays unless it is removed.
	 * @return zero if that is not known
	 */
	Duration trustLeft();

	/**
	 * Return whether the session has ended, and the place with it.
	 * @return whether that is known
	 */
	boolean isOver();

}
