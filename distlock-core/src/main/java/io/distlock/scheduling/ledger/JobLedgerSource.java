// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

/**
 * Implemented by lock providers beside {@link io.distlock.provider.LockProvider} whose
 * store remembers the cluster's jobs as well.
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
