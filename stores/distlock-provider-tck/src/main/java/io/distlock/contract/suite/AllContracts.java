// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.suite;

import io.distlock.contract.CatalogContract;
import io.distlock.contract.DamagedRecordContract;
import io.distlock.contract.ForcedReleaseContract;
import io.distlock.contract.IntrusionContract;
import io.distlock.contract.KeyContract;
import io.distlock.contract.LeaderContract;
import io.distlock.contract.OwnershipContract;
import io.distlock.contract.PermitContract;
import io.distlock.contract.RenewalContract;
import io.distlock.contract.RepeatedRequestContract;
import io.distlock.contract.SharedLockContract;
import io.distlock.contract.StoreContract;
import io.distlock.contract.StoreFailureContract;
import io.distlock.contract.TokenContract;
import io.distlock.contract.UnusedTokenContract;
import io.distlock.contract.WaitingContract;
import io.distlock.contract.WatchdogContract;
import io.distlock.contract.process.ProcessContract;
import org.junit.jupiter.api.Nested;

/**
 * All contracts of a provider of locks. Extend it, return the store, and run it as a
 * test. {@link AllContractsWithJobs} is for providers that also keep jobs.
 *
 * @since 0.1.0
 */
public abstract class AllContracts extends StoreContract {

	@Nested
	class Ownership extends OwnershipContract {

	}

	@Nested
	class Watchdog extends WatchdogContract {

	}

	@Nested
	class Waiting extends WaitingContract {

	}

	@Nested
	class Tokens extends TokenContract {

	}

	@Nested
	class Keys extends KeyContract {

	}

	@Nested
	class ForcedReleases extends ForcedReleaseContract {

	}

	@Nested
	class Catalog extends CatalogContract {

	}

	@Nested
	class StoreFailures extends StoreFailureContract {

	}

	@Nested
	class Intrusions extends IntrusionContract {

	}

	@Nested
	class DamagedRecords extends DamagedRecordContract {

	}

	@Nested
	class RepeatedRequests extends RepeatedRequestContract {

	}

	@Nested
	class UnusedTokens extends UnusedTokenContract {

	}

	@Nested
	class Renewals extends RenewalContract {

	}

	@Nested
	class SharedLocks extends SharedLockContract {

	}

	@Nested
	class Permits extends PermitContract {

	}

	@Nested
	class Leaders extends LeaderContract {

	}

	@Nested
	class Processes extends ProcessContract {

	}

}
