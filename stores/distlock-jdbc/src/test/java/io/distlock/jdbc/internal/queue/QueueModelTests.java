// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.queue;

import io.distlock.contract.queue.QueueModelContract;
import io.distlock.contract.queue.QueueTerms;

/**
 * The queue of nodes in a row of PostgreSQL.
 */
class QueueModelTests extends QueueModelContract {

	/**
	 * How long the last of a long queue goes without asking, and then the time that the
	 * lock is kept for one that does not come.
	 */
	private static final long LONGEST_POLL = 10_100;

	private static final long POLL = 1_000;

	/**
	 * So seldom that the releaser's looks have to do without.
	 */
	private static final long SELDOM = 60_000;

	@Override
	protected QueueTerms terms(boolean fair) {
		return new QueueTerms(fair, false, POLL, false, 10);
	}

	@Override
	protected QueueTerms termsOfLooks(boolean fair) {
		return new QueueTerms(fair, false, SELDOM, false, 1);
	}

	@Override
	protected long longestFree() {
		return LONGEST_POLL;
	}

}
