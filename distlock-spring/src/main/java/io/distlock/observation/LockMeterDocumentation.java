// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import io.distlock.observation.LockKeyNames.LowCardinalityKeyNames;
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
	HELD("distlock.locks.held", Meter.Type.GAUGE, LowCardinalityKeyNames.PROVIDER, LowCardinalityKeyNames.BEAN,
			LowCardinalityKeyNames.MODE),

	/**
	 * Callers of this node that wait for a lock.
	 */
	WAITING("distlock.locks.waiting", Meter.Type.GAUGE, LowCardinalityKeyNames.PROVIDER, LowCardinalityKeyNames.BEAN,
			LowCardinalityKeyNames.MODE),

	/**
	 * Leases that were passed from one caller of this node to the next without a round
	 * trip.
	 */
	HANDOVERS("distlock.handovers", Meter.Type.COUNTER, LowCardinalityKeyNames.PROVIDER, LowCardinalityKeyNames.BEAN),

	/**
	 * Leases that were renewed, or were not and will be retried.
	 */
	RENEWALS("distlock.renewals", Meter.Type.COUNTER, LowCardinalityKeyNames.PROVIDER, LowCardinalityKeyNames.BEAN,
			LowCardinalityKeyNames.OUTCOME),

	/**
	 * Locks that were lost while they were held.
	 */
	LOSSES("distlock.losses", Meter.Type.COUNTER, LowCardinalityKeyNames.PROVIDER, LowCardinalityKeyNames.BEAN),

	/**
	 * The runs of jobs that ended on this node, or were found lost by it.
	 */
	JOB_RUNS("distlock.job.runs", Meter.Type.TIMER, LowCardinalityKeyNames.NAME, LowCardinalityKeyNames.OUTCOME,
			LowCardinalityKeyNames.RETRY),

	/**
	 * Number of the attempt of its fire time that a job is in, or waits for after a
	 * failure.
	 */
	JOB_ATTEMPT("distlock.job.attempt", Meter.Type.GAUGE, LowCardinalityKeyNames.NAME),

	/**
	 * Time when a run of a job last succeeded in the cluster, in seconds since 1970.
	 */
	JOB_LAST_SUCCESS("distlock.job.last.success", Meter.Type.GAUGE, LowCardinalityKeyNames.NAME),

	/**
	 * Consecutive runs of a job that did not succeed and were not retried.
	 */
	JOB_FAILURES("distlock.job.failures", Meter.Type.GAUGE, LowCardinalityKeyNames.NAME),

	/**
	 * Elapsed time of the current run of a job.
	 */
	JOB_RUNNING("distlock.job.running", Meter.Type.GAUGE, LowCardinalityKeyNames.NAME),

	/**
	 * For how long a fire time of a job waits to be run.
	 */
	JOB_OVERDUE("distlock.job.overdue", Meter.Type.GAUGE, LowCardinalityKeyNames.NAME),

	/**
	 * For how long a job is paused.
	 */
	JOB_PAUSED("distlock.job.paused", Meter.Type.GAUGE, LowCardinalityKeyNames.NAME),

	/**
	 * Fire times of a job that did not start in time.
	 */
	JOB_MISSED("distlock.job.missed", Meter.Type.COUNTER, LowCardinalityKeyNames.NAME),

	/**
	 * Fire times of a job that were skipped because the previous run was still active.
	 */
	JOB_SKIPPED("distlock.job.skipped", Meter.Type.COUNTER, LowCardinalityKeyNames.NAME),

	/**
	 * Whether this node leads a role: 1, or 0 if it does not.
	 */
	LEADER("distlock.leader", Meter.Type.GAUGE, LowCardinalityKeyNames.ROLE),

	/**
	 * Number of times this node became the leader of a role.
	 */
	LEADER_TERMS("distlock.leader.terms", Meter.Type.COUNTER, LowCardinalityKeyNames.ROLE);

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

}
