// SPDX-License-Identifier: Apache-2.0

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
		return new QueueTerms(fair, true, 3000, true, 10);
	}

	@Override
	protected long longestFree() {
		return LONGEST_POLL;
	}

}
