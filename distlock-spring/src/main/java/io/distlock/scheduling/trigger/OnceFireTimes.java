// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.trigger;

import java.time.Instant;

import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * One fire time: a given one, or when the cluster learned of it if that was later.
 *
 * @param at when to run
 * @param anchor when it was registered, or {@code null} if it was not yet
 */
public record OnceFireTimes(Instant at, @Nullable Instant anchor) implements JobTrigger {

	static final String KIND = "once";

	@Override
	public String text() {
		return KIND + " " + this.at + ((this.anchor != null) ? " @" + this.anchor : "");
	}

	@Override
	public boolean isSameAs(JobTrigger other) {
		return other instanceof OnceFireTimes once && this.at.equals(once.at);
	}

	@Override
	public JobTrigger registeredAt(Instant now) {
		return new OnceFireTimes(this.at, now);
	}

	@Override
	public @Nullable Instant due(JobState state, Instant after, Instant now) {
		Instant fireTime = fireTime();
		return (fireTime != null && fireTime.isAfter(after) && !fireTime.isAfter(now)) ? fireTime : null;
	}

	@Override
	public @Nullable Instant next(JobState state, Instant now) {
		Instant fireTime = fireTime();
		Instant last = state.lastFireTime();
		boolean claimed = fireTime != null && last != null && !fireTime.isAfter(last);
		return (fireTime == null || claimed || !fireTime.isAfter(state.since())) ? null : fireTime;
	}

	@Override
	public @Nullable Stretch between(Instant after, Instant until) {
		Instant fireTime = due(JobState.unknown(), after, until);
		return (fireTime != null) ? new Stretch(fireTime, fireTime, 1) : null;
	}

	private @Nullable Instant fireTime() {
		Instant known = this.anchor;
		return (known == null || known.isBefore(this.at)) ? ((known != null) ? this.at : null) : known;
	}

}
