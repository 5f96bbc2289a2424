// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling;

import java.time.Instant;

/**
 * What became of the removal of a job.
 *
 * @param removed whether the job is removed. If not, the nodes were asked whether one of
 * them brings it
 * @param at until when they may answer, by the store's clock: ask for the removal again
 * after that; the time of a removal that is done
 * @since 0.1.0
 */
public record JobRemoval(boolean removed, Instant at) {

}
