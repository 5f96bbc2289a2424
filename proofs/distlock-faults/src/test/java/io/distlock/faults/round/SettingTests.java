// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.round;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How the settings of rounds vary.
 */
class SettingTests {

	@Test
	void leasesAreMostlyShortAndAtTimesLong() {
		List<Long> leases = rounds(1000).map((round) -> round.lease().toMillis()).sorted().toList();
		assertThat(leases).first().isEqualTo(800L);
		assertThat(leases.get(500)).isBetween(800L, 1200L);
		assertThat(leases.get(960)).isGreaterThan(6000);
		assertThat(leases).last().satisfies((longest) -> assertThat(longest).isBetween(14_000L, 15_000L));
	}

	@Test
	void oneSeedGivesOneSetting() {
		assertThat(Setting.usual().forRound(new Random(7))).isEqualTo(Setting.usual().forRound(new Random(7)));
	}

	@Test
	void settingOfARoundVariesNoMore() {
		Setting round = Setting.usual().forRound(new Random(3));
		assertThat(round.varies()).isFalse();
		assertThat(round.forRound(new Random(4)).lease()).isEqualTo(round.lease());
	}

	@Test
	void someRoundsHaveFewerWhoWantTheLocks() {
		List<Integer> threads = rounds(100).map(Setting::threads).toList();
		assertThat(threads).contains(1, Setting.usual().threads());
		Setting one = Setting.usual().leases(Duration.ofSeconds(2), Duration.ofSeconds(2));
		assertThat(one.varies()).isFalse();
	}

	private static Stream<Setting> rounds(int count) {
		Random seeds = new Random(1);
		return Stream.generate(() -> Setting.usual().forRound(new Random(seeds.nextLong()))).limit(count);
	}

}
