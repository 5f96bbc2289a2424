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
 * A job that does not run by itself.
 */
public record NoFireTimes() implements JobTrigger {

	static final String TEXT = "none";

	@Override
	public String text() {
		return TEXT;
	}

	@Override
	public boolean isSameAs(JobTrigger other) {
		return equals(other);
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
