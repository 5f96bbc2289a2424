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

	String text() {
		return String.join(" ", TextParts.TIME.format(this.fireTime), Integer.toString(this.attempt),
				TextParts.TIME.format(this.at));
	}

	static JobRetry of(String text) {
		String[] words = TextParts.words(text, 3);
		return new JobRetry(Instant.parse(words[0]), Integer.parseInt(words[1]), Instant.parse(words[2]));
	}

}
