// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.suite;

import io.distlock.contract.job.ClusterJobContract;
import io.distlock.contract.job.JobLedgerContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * All contracts of a provider of locks that also keeps jobs. It needs
 * {@code distlock-spring}, which runs the jobs.
 *
 * @since 0.1.0
 */
public abstract class AllContractsWithJobs extends AllContracts {

	@Nested
	@Tag("proof")
	class JobLedgers extends JobLedgerContract {

	}

	@Nested
	@Tag("proof")
	class ClusterJobs extends ClusterJobContract {

	}

}
