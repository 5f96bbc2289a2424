// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.time.Instant;

import io.distlock.LockMode;
import io.distlock.provider.HoldRules.InForce;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HoldRules}.
 */
class HoldRulesTests {

	private static final Instant NOW = Instant.parse("2026-11-29T10:00:00Z");

	@ParameterizedTest
	@EnumSource(LockMode.class)
	void exclusiveLockRequiresKeyWithoutHolders(LockMode held) {
		assertThat(HoldRules.mayHold(LockMode.EXCLUSIVE, held, 0, 1, true)).isTrue();
		assertThat(HoldRules.mayHold(LockMode.EXCLUSIVE, held, 1, 2, false)).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "SHARED, 3, false, true", "SHARED, 3, true, false", "SHARED, 0, true, false", "SHARED, 0, false, true",
			"EXCLUSIVE, 0, true, true", "EXCLUSIVE, 1, false, false" })
	void sharedLockJoinsReadersUnlessWriterWaits(LockMode held, int holders, boolean writerWaits, boolean allowed) {
		assertThat(HoldRules.mayHold(LockMode.SHARED, held, holders, 0, writerWaits)).isEqualTo(allowed);
	}

	@ParameterizedTest
	@CsvSource({ "0, 1, true", "1, 2, true", "2, 2, false", "3, 2, false", "0, 0, false" })
	void permitsAreHeldUpToTheirNumber(int holders, int permits, boolean allowed) {
		assertThat(HoldRules.mayHold(LockMode.PERMIT, LockMode.PERMIT, holders, permits, true)).isEqualTo(allowed);
	}

	@Test
	void firstDeclaredNumberIsInForceForOneMinute() {
		Permits asked = new Permits(3, 7);
		assertThat(HoldRules.inForce(null, asked, NOW)).isEqualTo(new InForce(asked, NOW.plusSeconds(60)));
	}

	@Test
	void newerNumberStaysInForceUntilItsExpiry() {
		InForce newer = new InForce(new Permits(5, 8), NOW);
		Permits older = new Permits(3, 7);
		assertThat(HoldRules.inForce(newer, older, NOW.minusNanos(1))).isSameAs(newer);
		assertThat(HoldRules.inForce(newer, older, NOW)).isEqualTo(new InForce(older, NOW.plusSeconds(60)));
	}

	@Test
	void numberOfSameOrNewerVersionReplacesNumberInForce() {
		InForce before = new InForce(new Permits(5, 8), NOW.plusSeconds(30));
		for (long version = 8; version <= 9; version++) {
			Permits asked = new Permits(3, version);
			assertThat(HoldRules.inForce(before, asked, NOW)).isEqualTo(new InForce(asked, NOW.plusSeconds(60)));
		}
	}

}
