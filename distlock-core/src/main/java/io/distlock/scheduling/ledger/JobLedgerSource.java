// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

/**
 * Implemented in addition to {@link io.distlock.provider.LockProvider} by providers whose
 * store also keeps the cluster's jobs.
 *
 * @since 0.1.0
 */
public interface JobLedgerSource {

	/**
	 * Return what the store remembers of jobs.
	 * @return the ledger, the same one each time, which lives as long as the provider
	 */
	JobLedger jobLedger();

}
