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
