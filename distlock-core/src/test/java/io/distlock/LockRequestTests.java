// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.time.Duration;
import java.util.List;

import io.distlock.internal.task.Durations;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LockRequestTests {

	@Test
	void leaseThatIsTooShortIsRefusedWhereItIsSet() {
		LockRequest request = LockRequest.of("key");
		assertThatIllegalArgumentException().isThrownBy(() -> request.leaseTime(Duration.ofMillis(99)))
			.withMessage("'leaseTime' must be at least 100 ms, but is 0.099s");
		assertThat(request.leaseTime(LockRequest.MIN_LEASE_TIME).leaseTime()).isEqualTo(LockRequest.MIN_LEASE_TIME);
	}

	@Test
	void leaseThatIsTooLongIsRefusedWhereItIsSet() {
		LockRequest request = LockRequest.of("key");
		Duration longest = LockRequest.MAX_LEASE_TIME;
		for (Duration lease : List.of(longest.plusNanos(1), Duration.ofMillis(Long.MAX_VALUE),
				Duration.ofSeconds(Long.MAX_VALUE))) {
			assertThatIllegalArgumentException().isThrownBy(() -> request.leaseTime(lease))
				.withMessage("'leaseTime' must not be longer than 292 years, but is " + Durations.text(lease));
		}
		assertThat(request.leaseTime(longest).leaseTime()).isEqualTo(longest);
	}

	@Test
	void fencedRequestStaysSo() {
		LockRequest fenced = LockRequest.of("key").fenced();
		assertThat(fenced).isNotEqualTo(LockRequest.of("key")).isEqualTo(LockRequest.of("key").fenced());
		assertThat(fenced.onLost(OnLost.IGNORE).name("orders").autoRenew(false).isFenced()).isTrue();
	}

	@Test
	void otherKeysAreAskedForInTheSameWay() {
		LockRequest request = LockRequest.of("a").name("orders").waitTime(Duration.ofSeconds(1)).permits(3);
		assertThat(request.key("b"))
			.isEqualTo(LockRequest.of("b").name("orders").waitTime(Duration.ofSeconds(1)).permits(3));
		assertThat(request.keys(List.of("c", "b", "c")))
			.isEqualTo(LockRequest.ofAll(List.of("c", "b")).name("orders").waitTime(Duration.ofSeconds(1)).permits(3));
		assertThat(LockRequest.of("a").fenced().key("b").isFenced()).isTrue();
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> request.key(" "));
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> request.keys(List.of()));
	}

	@Test
	void nameEndsAtTheFirstColon() {
		assertThat(LockRequest.of("user:point", "a:b").keys()).containsExactly("user%3Apoint:a:b");
		assertThat(LockRequest.of("user", "point:a:b")).isNotEqualTo(LockRequest.of("user:point", "a:b"));
		assertThat(LockRequest.of("100%", "1").keys()).containsExactly("100%25:1");
		assertThat(LockRequest.of("user:point", "7").name()).isEqualTo("user:point");
		assertThat(LockRequest.of("point", "7").keys()).isEqualTo(LockRequest.of("point:7").keys());
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> LockRequest.of(" ", "7"));
		assertThatExceptionOfType(IllegalLockKeyException.class).isThrownBy(() -> LockRequest.of("point", ""));
	}

}
