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
 * The condition of a lock did not tell whether the lock is needed: it gave something else
 * than true or false, or failed. The method was not called.
 *
 * @since 0.1.0
 */
public class IllegalLockConditionException extends LockException {

	/**
	 * Create an exception.
	 * @param condition the expression
	 * @param message names the method and what is wrong, and what to do next
	 * @param cause what the expression threw, if it did
	 */
	public IllegalLockConditionException(String condition, String message, @Nullable Throwable cause) {
		super(condition, message, cause);
	}

}
