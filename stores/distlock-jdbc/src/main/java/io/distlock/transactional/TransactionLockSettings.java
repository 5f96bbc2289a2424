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

package io.distlock.transactional;

import java.time.Duration;

import io.distlock.jdbc.FenceTable;

/**
 * Settings of {@link JdbcTransactionLocks}.
 *
 * @param keyPrefix separates applications that share a database, as it does for locks
 * with a lease
 * @param tablePrefix what the name of the table of fencing tokens starts with, whose rows
 * are locked where the database has no advisory locks
 * @param waitTime how long a request waits unless it says otherwise
 * @param purgeAfter how long the row of a key is kept that is no longer locked
 * @since 0.1.0
 */
public record TransactionLockSettings(String keyPrefix, String tablePrefix, Duration waitTime, Duration purgeAfter) {

	/**
	 * Check the values.
	 * @throws IllegalArgumentException if one is out of its range
	 */
	public TransactionLockSettings {
		FenceTable.checkTablePrefix(tablePrefix);
		if (waitTime.isNegative()) {
			throw new IllegalArgumentException("'waitTime' must not be negative, but is " + waitTime);
		}
		if (purgeAfter.compareTo(Duration.ofHours(1)) < 0) {
			throw new IllegalArgumentException("'purgeAfter' must be at least 1h, but is " + purgeAfter);
		}
	}

}
