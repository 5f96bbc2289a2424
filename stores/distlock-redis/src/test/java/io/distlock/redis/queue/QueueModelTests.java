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

package io.distlock.redis.queue;

import io.distlock.contract.queue.QueueModelContract;
import io.distlock.contract.queue.QueueTerms;

/**
 * The queue of nodes in Redis.
 */
class QueueModelTests extends QueueModelContract {

	/**
	 * How long the last of a long queue goes without asking, and then the lease of a dead
	 * holder that came in between.
	 */
	private static final long LONGEST_POLL = 30_100;

	@Override
	protected QueueTerms terms(boolean fair) {
		return new QueueTerms(fair, true, 3000, 10);
	}

	@Override
	protected long longestFree() {
		return LONGEST_POLL;
	}

}
