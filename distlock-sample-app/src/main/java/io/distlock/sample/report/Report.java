// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.report;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A report.
 *
 * @param id its number
 * @param node the node that makes it
 * @param startedAt when that began
 * @param endedAt when it was done, {@code null} before that
 * @param orders how many orders there were
 */
record Report(long id, String node, Instant startedAt, @Nullable Instant endedAt, int orders) {

}
