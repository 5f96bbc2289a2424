// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.trigger;

import java.time.Instant;

import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Trigger of a job without automatic runs.
 */
public record NoFireTimes() implements JobTrigger {

	static final String TEXT = "none";

	@Override
	public String text() {
		return TEXT;
	}

	@Override
	public String description() {
		return "on demand only";
	}

	@Override
	public @Nullable Instant due(JobState state, Instant after, Instant now) {
		return null;
	}

	@Override
	public @Nullable Instant next(JobState state, Instant now) {
		return null;
	}

}
