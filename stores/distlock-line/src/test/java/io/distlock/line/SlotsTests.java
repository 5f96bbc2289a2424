// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.Duration;

import io.distlock.provider.LockKey;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SlotsTests {

	private static final LockKey KEY = new LockKey("app", "key");

	private final Slots slots = new Slots(new LineKeys("/root"));

	private final Session session = session();

	private static Session session() {
		return new Session("session", Duration.ofSeconds(10), System.nanoTime());
	}

	private String take(String attempt) {
		return this.slots.take(KEY, this.session, attempt);
	}

	@Test
	void attemptsAreUnique() {
		String attempt = this.slots.newAttempt();
		assertThat(attempt).hasSizeGreaterThan(20).isNotEqualTo(this.slots.newAttempt());
		assertThat(new Slots(new LineKeys("/root")).newAttempt()).isNotEqualTo(attempt);
	}

	@Test
	void firstFreeKeyIsTaken() {
		String first = take("a");
		String second = take("b");
		assertThat(first).startsWith("/root/locks/app:key/").endsWith(".1-n");
		assertThat(second).isEqualTo(first.replace(".1-n", ".2-n"));
		this.slots.free(first, "a");
		assertThat(take("c")).isEqualTo(first);
		assertThat(take("d")).isEqualTo(first.replace(".1-n", ".3-n"));
	}

	@Test
	void keyOfAnotherAttemptIsNotFreed() {
		String path = take("a");
		this.slots.free(path, "a");
		take("b");
		this.slots.free(path, "a");
		assertThat(take("c")).isNotEqualTo(path);
	}

	@Test
	void keysOfAnEndedSessionAreFreed() {
		String ended = take("a");
		Session other = session();
		String kept = this.slots.take(KEY, other, "b");
		this.slots.freeAll(this.session);
		assertThat(this.slots.take(KEY, other, "c")).isEqualTo(ended).isNotEqualTo(kept);
		assertThat(this.slots.take(KEY, other, "d")).isNotIn(ended, kept);
	}

}
