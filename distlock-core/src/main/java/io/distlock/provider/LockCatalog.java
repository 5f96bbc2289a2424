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
 * A store that can list who holds what, for operators. What it says is a snapshot and
 * decides nothing. Implemented by providers beside {@link LockProvider} where the store
 * allows it.
 *
 * @since 0.1.0
 */
public interface LockCatalog {

	/**
	 * List the locks that are held in the store now, by any node.
	 * @param limit the most entries to return
	 * @return the entries, by key
	 * @throws LockStoreException if the store did not answer
	 */
	List<StoredLock> heldLocks(int limit);

	/**
	 * List the locks that are held in the store now, and tell whether these are all.
	 * Unless a provider knows better, it is asked for one more than is wanted.
	 * @param limit the most entries to return, less than {@link Integer#MAX_VALUE}
	 * @return the entries, by key
	 * @throws LockStoreException if the store did not answer
	 */
	default LockListing listHeldLocks(int limit) {
		return new LockListing(heldLocks(limit + 1), false).first(limit);
	}

}
