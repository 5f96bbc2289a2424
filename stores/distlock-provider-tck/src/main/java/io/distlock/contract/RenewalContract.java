// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.distlock.contract.Renewed.Outcome;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.Lease;
import io.distlock.provider.LockProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A renewal of many leases reports the outcome of each of them, once.
 *
 * @since 0.1.0
 */
@Tag("safety")
public abstract class RenewalContract extends LockContract {

	private static final int OF_EACH = 40;

	/**
	 * More than stores put into one request.
	 */
	@Test
	void outcomeOfEachLeaseIsToldOnce() {
		LockProvider provider = openProvider();
		Map<Lease, Outcome> expected = new HashMap<>();
		for (int i = 0; i < OF_EACH; i++) {
			addAll(provider, i, expected);
		}
		List<Lease> leases = new ArrayList<>(expected.keySet());
		Collections.shuffle(leases, new Random(OF_EACH));
		Renewed renewed = Renewed.of(provider, leases);
		assertThat(leases).allSatisfy((lease) -> assertThat(renewed.outcome(lease)).as("what became of %s", lease)
			.isEqualTo(expected.get(lease)));
		Awaitility.await().during(Duration.ofMillis(200)).until(() -> renewed.contradictions().isEmpty());
	}

	private void addAll(LockProvider provider, int number, Map<Lease, Outcome> expected) {
		Duration lease = PATIENCE.plusSeconds(number % 3);
		expected.put(hold(provider, key("kept-" + number), lease, 1), Outcome.KEPT);
		Lease released = hold(provider, key("released-" + number), lease, 1);
		provider.release(released.key(), released.owner(), released.firstToken());
		expected.put(released, Outcome.LOST);
		String taken = key("taken-" + number);
		Lease before = hold(provider, taken, lease, 1);
		provider.release(before.key(), before.owner());
		expected.put(hold(provider, taken, lease, 1), Outcome.KEPT);
		expected.put(before, Outcome.LOST);
		expected.put(neverOurs(taken, lease), Outcome.LOST);
		expected.put(neverOurs(key("never-" + number), lease), Outcome.LOST);
		if (provider instanceof ForcedRelease operator) {
			Lease forced = hold(provider, key("forced-" + number), lease, 1);
			operator.forceRelease(forced.key());
			expected.put(forced, Outcome.LOST);
		}
	}

	private static Lease neverOurs(String key, Duration lease) {
		return Lease.of(TestNode.key(key), owner(), lease, 1, 1);
	}

	@Test
	void renewalOfNothingTellsNothing() {
		assertThat(Renewed.of(openProvider(), List.of()).contradictions()).isEmpty();
	}

	@Test
	void leaseThatWasLostDoesNotConcernTheOthers() {
		LockProvider provider = openProvider();
		Lease kept = hold(provider, key("kept"), PATIENCE, 1);
		Lease lost = hold(provider, key("lost"), PATIENCE, 1);
		store().delete(lost.key());
		Renewed renewed = Renewed.of(provider, List.of(kept, lost));
		assertThat(renewed.outcome(kept)).isEqualTo(Outcome.KEPT);
		assertThat(renewed.outcome(lost)).isEqualTo(Outcome.LOST);
	}

}
