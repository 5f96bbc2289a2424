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

package io.distlock.jdbc.queue;

import io.distlock.contract.queue.QueueModelContract;
import io.distlock.contract.queue.QueueTerms;

/**
 * The queue of nodes in a row of PostgreSQL.
 */
class QueueModelTests extends QueueModelContract {

	/**
	 * How long a node goes without asking, and then the time that the lock is kept for
	 * one that does not come.
	 */
	private static final long LONGEST_POLL = 1_100;

	private static final long POLL = 1_000;

	/**
	 * So seldom that the releaser's looks have to do without.
	 */
	private static final long SELDOM = 60_000;

	@Override
	protected QueueTerms terms(boolean fair) {
		return new QueueTerms(fair, false, POLL, 1);
	}

	@Override
	protected QueueTerms termsOfLooks(boolean fair) {
		return new QueueTerms(fair, false, SELDOM, 1);
	}

	@Override
	protected long longestFree() {
		return LONGEST_POLL;
	}

}
