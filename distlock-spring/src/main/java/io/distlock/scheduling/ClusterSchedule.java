// SPDX-License-Identifier: Apache-2.0

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
