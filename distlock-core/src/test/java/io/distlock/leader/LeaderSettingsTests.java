// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;

import io.distlock.LockRequest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LeaderSettingsTests {

	private static final LeaderSettings DEFAULTS = LeaderSettings.defaults();

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private static final Duration NEGATIVE = Duration.ofSeconds(-1);

	@Test
	void defaultsAreThoseOfTheDocumentation() {
		assertSettings(DEFAULTS, 15, 5, 10, 20);
	}

	@Test
	void eachSettingIsChangedAlone() {
		assertSettings(DEFAULTS.withLeaseTime(MINUTE), 60, 5, 10, 20);
		assertSettings(DEFAULTS.withStepDownPause(MINUTE), 15, 60, 10, 20);
		assertSettings(DEFAULTS.withMaxBackOff(MINUTE), 15, 5, 60, 20);
		assertSettings(DEFAULTS.withListenerTimeout(MINUTE), 15, 5, 10, 60);
	}

	@Test
	void leaseTimeIsBetweenTheLimitsOfALock() {
		assertThat(DEFAULTS.withLeaseTime(LockRequest.MIN_LEASE_TIME).leaseTime())
			.isEqualTo(LockRequest.MIN_LEASE_TIME);
		assertThat(DEFAULTS.withLeaseTime(LockRequest.MAX_LEASE_TIME).leaseTime())
			.isEqualTo(LockRequest.MAX_LEASE_TIME);
		assertThatIllegalArgumentException()
			.isThrownBy(() -> DEFAULTS.withLeaseTime(LockRequest.MIN_LEASE_TIME.minusNanos(1)))
			.withMessageStartingWith("'leaseTime' must be at least");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> DEFAULTS.withLeaseTime(LockRequest.MAX_LEASE_TIME.plusNanos(1)))
			.withMessageStartingWith("'leaseTime' must not be longer than 292 years");
	}

	@Test
	void otherTimesAreNotNegative() {
		assertThat(DEFAULTS.withStepDownPause(Duration.ZERO).stepDownPause()).isZero();
		assertThat(DEFAULTS.withListenerTimeout(Duration.ZERO).listenerTimeout()).isZero();
		assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withStepDownPause(NEGATIVE))
			.withMessage("'stepDownPause' must not be negative, but is -1s");
		assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withListenerTimeout(NEGATIVE))
			.withMessage("'listenerTimeout' must not be negative, but is -1s");
	}

	@Test
	void backOffIsPositive() {
		assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withMaxBackOff(NEGATIVE))
			.withMessage("'maxBackOff' must not be negative, but is -1s");
		assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withMaxBackOff(Duration.ZERO))
			.withMessage("'maxBackOff' must not be zero");
	}

	private static void assertSettings(LeaderSettings settings, int lease, int pause, int backOff, int timeout) {
		assertThat(settings.leaseTime()).hasSeconds(lease);
		assertThat(settings.stepDownPause()).hasSeconds(pause);
		assertThat(settings.maxBackOff()).hasSeconds(backOff);
		assertThat(settings.listenerTimeout()).hasSeconds(timeout);
	}

}
