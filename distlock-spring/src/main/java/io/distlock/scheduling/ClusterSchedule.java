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

package io.distlock.scheduling;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A schedule that was made at run time, as the store has it. All times are by the store's
 * clock.
 *
 * @param name its name, which is that of its job
 * @param handler the bean name of its {@link JobHandler}
 * @param handled whether this node has that bean
 * @param trigger what fires it, like {@code once 2026-03-01T06:00:00Z}
 * @param parameters the JSON object for the handler
 * @param scheduledAt when it was last changed
 * @param endedAt when it was unscheduled, or known to have run; {@code null} while it is
 * on
 * @param overdueSince the fire time that has been waiting for longest, or {@code null} if
 * none waits: if this stays, no node that lives has the handler
 * @since 0.1.0
 */
public record ClusterSchedule(String name, String handler, boolean handled, String trigger, String parameters,
		Instant scheduledAt, @Nullable Instant endedAt, @Nullable Instant overdueSince) {

}
