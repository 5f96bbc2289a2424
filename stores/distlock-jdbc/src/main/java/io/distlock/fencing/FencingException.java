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

package io.distlock.fencing;

import io.distlock.LockException;
import org.jspecify.annotations.Nullable;

/**
 * A fencing token could not be checked: there is no transaction to check it in, the row
 * of the key did not come in time or was lost before the commit, or the database failed.
 *
 * @since 0.1.0
 */
public class FencingException extends LockException {

	/**
	 * Create an exception.
	 * @param key the key, as the application gave it
	 * @param message what went wrong, and what to do next
	 * @param cause what the database said, if it was asked
	 */
	public FencingException(String key, String message, @Nullable Throwable cause) {
		super(key, message, cause);
	}

}
