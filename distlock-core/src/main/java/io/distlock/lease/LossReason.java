// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;

import io.distlock.internal.task.Durations;

/**
 * Reason for the loss of a lock.
 */
enum LossReason {

	/**
	 * The lease ended at the requested time.
	 */
	ENDED("its lease of %2$s expired and renewal is off (autoRenew = false)", Remedy.LONGER_LEASE),

	/**
	 * The lease expired by the local clock, without a successful renewal.
	 */
	EXPIRED("its lease of %1$s expired without renewal, because the store did not respond or this JVM was paused",
			Remedy.LONGER_LEASE),

	/**
	 * Renewal had stopped at the maximum hold time.
	 */
	OVERDUE("renewal stopped at its maxHoldTime of %3$s and the lease of %1$s expired",
			"find out why the work took so long, or raise maxHoldTime"),

	/**
	 * The owner's thread ended without a release.
	 */
	ABANDONED("the thread that acquired it terminated without releasing it, and the lease of %1$s expired",
			"close the lock in the thread that acquired it, or use acquireAsync for work that changes threads"),

	/**
	 * The store reported the loss.
	 */
	TAKEN("the store says that it no longer belongs to this owner (lease %1$s)",
			"check whether the store was restarted, failed over or cleaned manually, and fence writes");

	private final String text;

	private final String remedy;

	LossReason(String text, String remedy) {
		this.text = text;
		this.remedy = remedy;
	}

	/**
	 * Describe the loss.
	 * @param granted the lease granted by the store
	 * @param asked the requested lease
	 * @param maxHold the requested maximum hold time in nanoseconds
	 */
	String text(Duration granted, Duration asked, long maxHold) {
		return this.text.formatted(Durations.text(granted), Durations.text(asked), Durations.text(maxHold));
	}

	String remedy() {
		return this.remedy;
	}

	private static final class Remedy {

		static final String LONGER_LEASE = "make the lease longer than the longest pause or outage it has to survive, and fence writes";

	}

}
