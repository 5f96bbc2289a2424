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
 * A locked method returned something whose work begins when the caller uses it, such as a
 * stream or a publisher that the type of the method does not tell of. The lock would be
 * gone by then, so the caller does not get it.
 *
 * @since 0.1.0
 */
public class DeferredResultException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param message names the method and the key, and what to do next
	 */
	public DeferredResultException(String key, String message) {
		super(key, message, null);
	}

}
