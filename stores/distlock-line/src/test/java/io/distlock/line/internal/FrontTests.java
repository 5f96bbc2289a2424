// SPDX-License-Identifier: Apache-2.0

package io.distlock.line.internal;

import java.util.List;
import java.util.stream.IntStream;

import io.distlock.LockMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Front}. Queues are texts of exclusive entries ({@code x}) and shared
 * entries ({@code s}).
 */
class FrontTests {

	private final Front<Character> front = new Front<>((entry) -> entry == 's');

	private static List<Character> queue(String text) {
		return text.chars().mapToObj((entry) -> (char) entry).toList();
	}

	@ParameterizedTest
	@CsvSource({ "'', 0, 0", "x, 0, 1", "xx, 0, 1", "xs, 0, 1", "s, 0, 1", "sss, 0, 3", "ssxs, 0, 2", "'', 2, 0",
			"x, 2, 1", "xx, 2, 2", "xxx, 2, 2", "xxx, 1, 1" })
	void holdersAreTheFirstEntries(String text, int permits, int size) {
		assertThat(this.front.size(queue(text), permits)).isEqualTo(size);
	}

	@ParameterizedTest
	@CsvSource({ "xxx, EXCLUSIVE, 0, 1", "sss, SHARED, 0, 3", "ssx, SHARED, 0, 2", "xss, SHARED, 0, 1",
			"xxx, PERMIT, 2, 2", "xx, PERMIT, 3, 2" })
	void entryHoldsTheLockIfItIsAmongTheHolders(String text, LockMode mode, int permits, int holders) {
		List<Character> queue = queue(text);
		assertThat(
				IntStream.range(0, queue.size()).filter((position) -> this.front.holds(queue, position, mode, permits)))
			.hasSize(holders)
			.allMatch((position) -> position < holders);
	}

	@Test
	void exclusiveEntryAfterSharedEntriesWaits() {
		assertThat(this.front.holds(queue("ssx"), 2, LockMode.EXCLUSIVE, 0)).isFalse();
		assertThat(this.front.holds(queue("sss"), 2, LockMode.EXCLUSIVE, 0)).isFalse();
	}

	@Test
	void waitingEntryWaitsForThePreviousEntryOrTheLastExclusiveEntry() {
		Front<String> shared = new Front<>((entry) -> entry.startsWith("s"));
		List<String> queue = List.of("x1", "x2", "s3", "s4", "x5");
		assertThat(shared.awaited(queue, 4, LockMode.EXCLUSIVE)).isEqualTo("s4");
		assertThat(shared.awaited(queue, 1, LockMode.EXCLUSIVE)).isEqualTo("x1");
		assertThat(shared.awaited(queue, 3, LockMode.SHARED)).isEqualTo("x2");
		assertThat(shared.awaited(queue, 2, LockMode.SHARED)).isEqualTo("x2");
		assertThat(shared.awaited(queue, 2, LockMode.PERMIT)).isEqualTo("x2");
		assertThat(shared.awaited(queue, 4, LockMode.PERMIT)).isEqualTo("s4");
	}

}
