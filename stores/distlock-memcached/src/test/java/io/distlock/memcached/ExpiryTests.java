// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How long items live.
 */
class ExpiryTests {

	private static final int THIRTY_DAYS = 30 * 24 * 60 * 60;

	@ParameterizedTest
	@CsvSource({ "PT0.1S, 3", "PT1S, 3", "PT1.000000001S, 4", "PT1.5S, 4", "PT30S, 32", "PT1H, 3602" })
	void itemLivesForItsLeaseThoughTheTimeOfTheServerIsUpToTwoSecondsOld(Duration lease, int seconds) {
		assertThat(Expiry.seconds(lease)).isEqualTo(seconds);
	}

	@Test
	void expiryIsNeverReadAsADate() {
		assertThat(Expiry.seconds(Expiry.MAX_LEASE)).isEqualTo(THIRTY_DAYS);
		assertThat(Expiry.seconds(Duration.ofDays(365))).isEqualTo(THIRTY_DAYS);
		assertThat(Expiry.bounded(Duration.ofDays(365))).isEqualTo(Expiry.MAX_LEASE);
		assertThat(Expiry.bounded(Duration.ofDays(1))).isEqualTo(Duration.ofDays(1));
	}

}
