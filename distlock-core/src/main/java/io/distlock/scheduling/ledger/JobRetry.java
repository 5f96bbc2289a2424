// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.Instant;

/**
 * Planned attempt of a fire time after a failed run. Any node may run the attempt when
 * its time has come.
 *
 * @param fireTime the fire time
 * @param attempt the number of the attempt, 2 or more
 * @param at the planned start, by the store's clock
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
