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

package io.distlock.provider;

import java.util.List;

/**
 * The locks that a store has told of.
 *
 * @param locks the locks, by key
 * @param truncated whether there are more, or may be: the store has more than were asked
 * for, or looking through it took too long
 * @since 0.1.0
 */
public record LockListing(List<StoredLock> locks, boolean truncated) {

	/**
	 * Create a listing.
	 */
	public LockListing {
		locks = List.copyOf(locks);
	}

	/**
	 * Return the first entries.
	 * @param limit how many
	 * @return these, which are truncated if there are more
	 */
	public LockListing first(int limit) {
		return (this.locks.size() <= limit) ? this : new LockListing(this.locks.subList(0, limit), true);
	}

}
