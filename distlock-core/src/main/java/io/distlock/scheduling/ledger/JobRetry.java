// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.Instant;

/**
 * Another attempt of a fire time, which is planned after a run that failed. Whichever
 * node comes by at that time makes it.
 *
 * @param fireTime the fire time
 * @param attempt which attempt it is, 2 or more
 * @param at when it is to start, by the store's clock
 * @since 0.1.0
 */
public record JobRetry(Instant fireTime, int attempt, Instant at) {

}
