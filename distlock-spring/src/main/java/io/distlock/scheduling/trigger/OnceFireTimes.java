/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
