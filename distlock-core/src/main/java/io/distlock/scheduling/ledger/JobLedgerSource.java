// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

/**
 * Lock provider whose store also keeps the jobs of the cluster. Implemented in addition
 * to {@link io.distlock.provider.LockProvider}.
 *
 * @since 0.1.0
 */
public interface JobLedgerSource {

	/**
	 * Return the job ledger of the store.
	 * @return the ledger, always the same instance, with the lifetime of the provider
	 */
	JobLedger jobLedger();

}
