// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import io.distlock.observation.LockKeyNames.LowCardinalityKeyNames;
import io.micrometer.common.docs.KeyName;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.docs.MeterDocumentation;

/**
 * Meters of locks, jobs and leaders, in addition to the timers of observations.
 *
 * @since 0.1.0
 */
public enum LockMeterDocumentation implements MeterDocumentation {

	/**
	 * Leases held by this node: one for each permit, and one for all callers of a shared
	 * lock.
	 */
	HELD("distlock.locks.held", Meter.Type.GAUGE, LowCardinalityKeyNames.PROVIDER, LowCardinalityKeyNames.BEAN,
			LowCardinalityKeyNames.MODE),

	/**
	 * Callers of this node that wait for a lock.
	 */
	WAITING("distlock.locks.waiting", Meter.Type.GAUGE, LowCardinalityKeyNames.PROVIDER, LowCardinalityKeyNames.BEAN,
			LowCardinalityKeyNames.MODE),

	/**
	 * Leases passed between callers of this node without a round trip.
	 */
	HANDOVERS("distlock.handovers", Meter.Type.COUNTER, LowCardinalityKeyNames.PROVIDER, LowCardinalityKeyNames.BEAN),

	/**
	 * Successful renewals, and failed renewals to be retried.
	 */
	RENEWALS("distlock.renewals", Meter.Type.COUNTER, LowCardinalityKeyNames.PROVIDER, LowCardinalityKeyNames.BEAN,
			LowCardinalityKeyNames.OUTCOME),

	/**
	 * Locks lost while held.
	 */
	LOSSES("distlock.losses", Meter.Type.COUNTER, LowCardinalityKeyNames.PROVIDER, LowCardinalityKeyNames.BEAN),

	/**
	 * Runs of jobs that ended on this node, or that this node detected as lost.
	 */
	JOB_RUNS("distlock.job.runs", Meter.Type.TIMER, LowCardinalityKeyNames.NAME, LowCardinalityKeyNames.OUTCOME,
			LowCardinalityKeyNames.RETRY),

	/**
	 * Number of the current or planned attempt of a job's fire time.
	 */
	JOB_ATTEMPT("distlock.job.attempt", Meter.Type.GAUGE, LowCardinalityKeyNames.NAME),

	/**
	 * Time of the last successful run of a job in the cluster, in seconds since 1970.
	 */
	JOB_LAST_SUCCESS("distlock.job.last.success", Meter.Type.GAUGE, LowCardinalityKeyNames.NAME),

	/**
	 * Consecutive runs of a job that neither succeeded nor were retried.
	 */
	JOB_FAILURES("distlock.job.failures", Meter.Type.GAUGE, LowCardinalityKeyNames.NAME),

	/**
	 * Elapsed time of the active run of a job.
	 */
	JOB_RUNNING("distlock.job.running", Meter.Type.GAUGE, LowCardinalityKeyNames.NAME),

	/**
	 * Time for which a fire time of a job has been due.
	 */
	JOB_OVERDUE("distlock.job.overdue", Meter.Type.GAUGE, LowCardinalityKeyNames.NAME),

	/**
	 * Time for which a job has been paused.
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
	 * Whether this node leads a role: 1 or 0.
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
