// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The time that holders have when the application stops, on a clock that a test moves.
 */
class ShutdownGraceTests {

	private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);

	private final ShutdownGrace grace = new ShutdownGrace(Duration.ofSeconds(30), this.now::get);

	private void pass(int seconds) {
		this.now.addAndGet(Duration.ofSeconds(seconds).toNanos());
	}

	@Test
	void stopOfTheLifecycleAloneHasAllOfThePhase() {
		pass(100);
		assertThat(this.grace.left()).isEqualTo(Duration.ofSeconds(29));
	}

	@Test
	void whatStoppedBeforeTookItsPart() {
		this.grace.begin();
		pass(20);
		assertThat(this.grace.left()).isEqualTo(Duration.ofSeconds(9));
	}

	@Test
	void holdersHaveAMomentThoughAllOfTheTimeHasPassed() {
		this.grace.begin();
		pass(28);
		assertThat(this.grace.left()).isEqualTo(Duration.ofSeconds(1));
		pass(60);
		assertThat(this.grace.left()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void contextThatStartsAgainHasAllOfIt() {
		this.grace.begin();
		pass(20);
		this.grace.reset();
		assertThat(this.grace.left()).isEqualTo(Duration.ofSeconds(29));
	}

	@Test
	void shortPhaseIsNotMadeLonger() {
		ShutdownGrace brief = new ShutdownGrace(Duration.ofMillis(100), this.now::get);
		brief.begin();
		pass(20);
		assertThat(brief.left()).isEqualTo(Duration.ofMillis(90));
	}

}
