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
 * The lock ended before the work did: its lease ran out unrenewed, or the store gave it
 * to another owner. What the lock protected may be compromised.
 *
 * @since 0.1.0
 */
public class LockLostException extends LockException {

	private final long fencingToken;

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param fencingToken the token of the lost hold
	 * @param message names key, provider, times, and what to do next
	 */
	public LockLostException(String key, long fencingToken, String message) {
		super(key, message, null);
		this.fencingToken = fencingToken;
	}

	/**
	 * Return the fencing token of the lost hold.
	 * @return the token
	 */
	public long getFencingToken() {
		return this.fencingToken;
	}

}
