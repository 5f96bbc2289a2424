// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

import java.time.Instant;
import java.util.List;

import io.distlock.scheduling.ledger.JobRun.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The email job as it is now, for people who watch it.
 *
 * @param node the node that was asked
 * @param now when it answered
 * @param job the job, {@code null} if it does not run because locks or emails are
 * switched off
 * @param mailbox whether the emails can be read here
 * @param runs the last runs, the latest first
 * @param shownFireTime the fire time that the emails belong to, {@code null} if there is
 * none yet
 * @param mails what was received, the latest first
 */
record EmailState(String node, Instant now, @Nullable JobView job, boolean mailbox, List<RunView> runs,
		@Nullable Instant shownFireTime, List<Mails.Received> mails) {

	/**
	 * The job.
	 *
	 * @param name its name
	 * @param trigger what fires it
	 * @param paused whether it is paused
	 * @param nextFireTime when it fires next, {@code null} if that is not known
	 * @param retryAt when a fire time that failed is tried again, {@code null} if none is
	 * @param missed how many fire times did not start in time
	 * @param skipped how many fire times came while a run was going on
	 * @param customers how many customers get an email
	 * @param leaseMillis how long the others wait before they take over from a dead node
	 */
	record JobView(String name, String trigger, boolean paused, @Nullable Instant nextFireTime,
			@Nullable Instant retryAt, long missed, long skipped, int customers, long leaseMillis) {

	}

	/**
	 * One run.
	 *
	 * @param fireTime when it was due
	 * @param attempt 1, or more after a failure or a takeover
	 * @param node the node that ran it
	 * @param token its fencing token
	 * @param startedAt when it started
	 * @param endedAt when it ended, {@code null} while it runs
	 * @param outcome how it ended
	 * @param error what went wrong, or {@code null}
	 * @param emails how many customers this attempt has written to
	 * @param emailsInAll how many all attempts of this fire time have written to
	 */
	record RunView(Instant fireTime, int attempt, String node, long token, Instant startedAt, @Nullable Instant endedAt,
			Outcome outcome, @Nullable String error, int emails, int emailsInAll) {

	}

}
