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
 * A key that cannot be locked: null, blank, an empty collection, too long, or no valid
 * text.
 *
 * @since 0.1.0
 */
public class IllegalLockKeyException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key, or the expression that should have given one
	 * @param message what is wrong with it, and what to do next
	 * @param cause the cause, if any
	 */
	public IllegalLockKeyException(String key, String message, @Nullable Throwable cause) {
		super(key, message, cause);
	}

}
