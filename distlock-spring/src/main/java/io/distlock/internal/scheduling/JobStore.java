// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling;

import io.distlock.LockEngine;
import io.distlock.provider.LockKey;
import io.distlock.scheduling.ledger.JobLedger;

/**
 * Store of jobs: the locks and the job ledger of a provider.
 *
 * @param providerName the name of the provider, for messages
 * @param ledger the job ledger of the provider
 * @param locks the lock engine of the same provider
 * @param keyPrefix the prefix that separates applications in the same store
 * @param nodeName the name of this node in records, at most 100 characters
 * @since 0.1.0
 */
public record JobStore(String providerName, JobLedger ledger, LockEngine locks, String keyPrefix, String nodeName) {

	public LockKey key(String jobName) {
		return new LockKey(this.keyPrefix, jobName);
	}

}
