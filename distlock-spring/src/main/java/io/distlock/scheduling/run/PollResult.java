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

package io.distlock.scheduling.run;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What came of one look at a job.
 *
 * @param next how long to wait for the next look
 * @param untilFireTime how long it is to the next fire time, or {@code null} if that is
 * not known
 * @param failure what the job threw, for the error handler of the task scheduler, or
 * {@code null}
 */
public record PollResult(Duration next, @Nullable Duration untilFireTime, @Nullable Throwable failure) {

	static PollResult in(Duration next) {
		return new PollResult(next, null, null);
	}

	static PollResult atOnce() {
		return in(Duration.ZERO);
	}

}
