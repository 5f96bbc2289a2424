// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.util.Locale;

import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;

/**
 * The meters of locks, jobs and leaders, besides the timers that come of the
 * observations.
 *
 * @since 0.1.0
 */
public enum LockMeterDocumentation implements MeterDocumentation {

	/**
	 * Leases that this node holds: of permits one for each, of a lock that its callers
	 * share one for all.
	 */
	HELD("distlock.locks.held", Meter.Type.GAUGE, Tag.PROVIDER, Tag.BEAN, Tag.MODE),

	/**
	 * Callers of this node that wait for a lock.
	 */
	WAITING("distlock.locks.waiting", Meter.Type.GAUGE, Tag.PROVIDER, Tag.BEAN, Tag.MODE),

	/**
	 * Leases that were passed from one caller of this node to the next without a round
	 * trip.
	 */
	HANDOVERS("distlock.handovers", Meter.Type.COUNTER, Tag.PROVIDER, Tag.BEAN),

	/**
	 * Leases that were renewed, or were not and will be retried.
	 */
	RENEWALS("distlock.renewals", Meter.Type.COUNTER, Tag.PROVIDER, Tag.BEAN, Tag.OUTCOME),

	/**
	 * Locks that were lost while they were held.
	 */
	LOSSES("distlock.losses", Meter.Type.COUNTER, Tag.PROVIDER, Tag.BEAN),

	/**
	 * The runs of jobs that ended on this node, or were found lost by it.
	 */
	JOB_RUNS("distlock.job.runs", Meter.Type.TIMER, Tag.NAME, Tag.OUTCOME, Tag.RETRY),

	/**
	 * Number of the attempt of its fire time that a job is in, or waits for after a
	 * failure.
	 */
	JOB_ATTEMPT("distlock.job.attempt", Meter.Type.GAUGE, Tag.NAME),

	/**
	 * Time when a run of a job last succeeded in the cluster, in seconds since 1970.
	 */
	JOB_LAST_SUCCESS("distlock.job.last.success", Meter.Type.GAUGE, Tag.NAME),

	/**
	 * Consecutive runs of a job that did not succeed and were not retried.
	 */
	JOB_FAILURES("distlock.job.failures", Meter.Type.GAUGE, Tag.NAME),

	/**
	 * Elapsed time of the current run of a job.
	 */
	JOB_RUNNING("distlock.job.running", Meter.Type.GAUGE, Tag.NAME),

	/**
	 * For how long a fire time of a job waits to be run.
	 */
	JOB_OVERDUE("distlock.job.overdue", Meter.Type.GAUGE, Tag.NAME),

	/**
	 * For how long a job is paused.
	 */
	JOB_PAUSED("distlock.job.paused", Meter.Type.GAUGE, Tag.NAME),

	/**
	 * Fire times of a job that did not start in time.
	 */
	JOB_MISSED("distlock.job.missed", Meter.Type.COUNTER, Tag.NAME),

	/**
	 * Fire times of a job that were skipped because the previous run was still active.
	 */
	JOB_SKIPPED("distlock.job.skipped", Meter.Type.COUNTER, Tag.NAME),

	/**
	 * Whether this node leads a role: 1, or 0 if it does not.
	 */
	LEADER("distlock.leader", Meter.Type.GAUGE, Tag.ROLE),

	/**
	 * Number of times this node became the leader of a role.
	 */
	LEADER_TERMS("distlock.leader.terms", Meter.Type.COUNTER, Tag.ROLE);

	private final String name;

	private final Meter.Type type;

	private final KeyName[] tags;

	LockMeterDocumentation(String name, Meter.Type type, KeyName... tags) {
		this.name = name;
		this.type = type;
		this.tags = tags;
	}

	@Override
	public String getName() {
		return this.name;
	}

	@Override
	public Meter.Type getType() {
		return this.type;
	}

	@Override
	public KeyName[] getKeyNames() {
		return this.tags.clone();
	}

	/**
	 * The tags of the meters.
	 */
	public enum Tag implements KeyName {

		/**
		 * The name of the provider.
		 */
		PROVIDER,

		/**
		 * The bean name of the provider, since two may have the same name.
		 */
		BEAN,

		/**
		 * How a lock is held: {@code exclusive}, {@code shared} or {@code permit}.
		 */
		MODE,

		/**
		 * Outcome.
		 */
		OUTCOME,

		/**
		 * The name of the job.
		 */
		NAME,

		/**
		 * Whether another attempt follows.
		 */
		RETRY,

		/**
		 * The role that a node leads or stands for.
		 */
		ROLE;

		@Override
		public String asString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
