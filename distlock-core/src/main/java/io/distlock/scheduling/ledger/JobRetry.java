// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.ledger;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

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

	private static final int PARTS = 3;

	static String write(@Nullable JobRetry retry) {
		return (retry != null) ? String.join(" ", JobRunText.of(retry.fireTime), Integer.toString(retry.attempt),
				JobRunText.of(retry.at)) : "";
	}

	static @Nullable JobRetry read(String text) {
		if (text.isEmpty()) {
			return null;
		}
		String[] parts = text.split(" ", PARTS);
		if (parts.length != PARTS) {
			throw new IllegalArgumentException("'%s' is not a planned attempt of a job".formatted(text));
		}
		return new JobRetry(Instant.parse(parts[0]), Integer.parseInt(parts[1]), Instant.parse(parts[2]));
	}

}
