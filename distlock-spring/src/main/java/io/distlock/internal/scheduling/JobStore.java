// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling;

import io.distlock.LockEngine;
import io.distlock.provider.LockKey;
import io.distlock.scheduling.ledger.JobLedger;

/**
 * Store of jobs: a provider's locks and its ledger.
 *
 * @param providerName the name of the provider, for messages
 * @param ledger what the provider remembers of jobs
 * @param locks locks of the same provider
 * @param keyPrefix separates applications that share a store
 * @param nodeName this node, for readers of the records; at most 100 characters
 * @since 0.1.0
 */
public record JobStore(String providerName, JobLedger ledger, LockEngine locks, String keyPrefix, String nodeName) {

	public LockKey key(String jobName) {
		return new LockKey(this.keyPrefix, jobName);
	}

}
