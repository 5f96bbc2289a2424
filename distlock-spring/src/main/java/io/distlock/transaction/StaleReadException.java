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

package io.distlock.transaction;

import io.distlock.LockException;

/**
 * A lock was not acquired, because the work under it could have read data that is older
 * than the lock.
 *
 * @since 0.1.0
 */
public class StaleReadException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param message names the method, what is older than the lock, and what to do next
	 */
	public StaleReadException(String key, String message) {
		super(key, message, null);
	}

}
