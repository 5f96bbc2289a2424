// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When a connection is given up whose server does not respond.
 */
class SilenceTests {

	private static final Duration LIMIT = Duration.ofSeconds(2);

	private final Silence silence = new Silence(0);

	private final AtomicInteger givenUp = new AtomicInteger();

	@Test
	void limitCountsFromTheLastResponse() {
		assertThat(limitAt(1500)).hasMillis(500);
		heardAt(1900);
		assertThat(limitAt(3800)).hasMillis(100);
		assertThat(this.givenUp).hasValue(0);
		assertThat(limitAt(3900)).isEqualTo(LIMIT);
		assertThat(this.givenUp).hasValue(1);
	}

	@Test
	void connectionIsGivenUpOnce() {
		limitAt(2000);
		limitAt(2001);
		heardAt(2002);
		assertThat(limitAt(9000)).isEqualTo(LIMIT);
		assertThat(this.givenUp).hasValue(1);
	}

	@Test
	void nextConnectionHasAllOfItsTime() {
		limitAt(2000);
		this.silence.connected(nanos(5000));
		assertThat(limitAt(5500)).hasMillis(1500);
		assertThat(this.givenUp).hasValue(1);
		limitAt(7000);
		assertThat(this.givenUp).hasValue(2);
	}

	@Test
	void nothingIsGivenUpWhileTheClientConnects() {
		this.silence.disconnected();
		heardAt(100);
		assertThat(limitAt(9000)).isEqualTo(LIMIT);
		assertThat(this.givenUp).hasValue(0);
	}

	private void heardAt(long millis) {
		this.silence.heard(nanos(millis));
	}

	private Duration limitAt(long millis) {
		return this.silence.limit(LIMIT, nanos(millis), this.givenUp::incrementAndGet);
	}

	private static long nanos(long millis) {
		return Duration.ofMillis(millis).toNanos();
	}

}
