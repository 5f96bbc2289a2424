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
			throw new IllegalArgumentException("'%s' is no planned attempt of a job".formatted(text));
		}
		return new JobRetry(Instant.parse(parts[0]), Integer.parseInt(parts[1]), Instant.parse(parts[2]));
	}

}
