// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.util.List;

import io.distlock.internal.scheduling.JobSettings;
import io.distlock.internal.scheduling.JobStore;
import io.distlock.internal.scheduling.rules.JobRules;
import io.distlock.internal.scheduling.rules.TriggerRules;
import io.distlock.internal.thread.Uninterrupted;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs in stores that no node defines any more.
 */
final class ForgottenJobs {

	private static final Logger logger = LoggerFactory.getLogger(ForgottenJobs.class);

	private ForgottenJobs() {
	}

	/**
	 * Remove the jobs of a store without a recent confirmation by a node. An entry that a
	 * node writes concurrently has a new version, and is kept.
	 */
	static void remove(JobStore store, JobSettings settings) {
		try {
			JobLedger ledger = store.ledger();
			Uninterrupted.call(() -> ledger.jobs(store.keyPrefix())).forEach((job) -> remove(ledger, job, settings));
		}
		catch (RuntimeException ex) {
			logger.debug("Could not remove jobs that no node confirms; will retry", ex);
		}
	}

	/**
	 * Remove a forgotten job. Jobs with an unsupported format are ignored, so that the
	 * other jobs are still removed.
	 */
	private static void remove(JobLedger ledger, LockKey job, JobSettings settings) {
		try {
			JobEntry entry = Uninterrupted.call(() -> ledger.read(job));
			JobState corrected = JobRules.corrected(entry);
			if (!corrected.equals(entry.state())) {
				Uninterrupted
					.call(() -> ledger.write(job, entry.version(), corrected, List.of(), settings.historySize()));
			}
			else if (TriggerRules.isForgotten(entry, settings.forgetAfter())
					&& Uninterrupted.call(() -> ledger.remove(job, entry.version()))) {
				logger.info("Job '{}' was removed with its history: no node has confirmed it since {}", job,
						entry.state().trigger().confirmedAt());
			}
		}
		catch (LockStoreException ex) {
			if (ex.getOutcome() != LockStoreException.Outcome.PERMANENT) {
				throw ex;
			}
			logger.warn("Cannot read job '{}', which this node does not define", job, ex);
		}
	}

}
