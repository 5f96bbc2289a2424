// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.network;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;
import io.distlock.testserver.relay.FaultyRelay;

/**
 * Answers take a large part of a lease, so that each lease ends in the store long before
 * a lease after its answer. Then requests are held back: what was granted ends.
 *
 * @since 0.1.0
 */
public final class SlowAnswers implements Fault {

	@Override
	public String name() {
		return "slow-answers";
	}

	@Override
	public Duration lasts(Scene scene) {
		Duration kept = scene.store().deadHolder(scene.lease());
		return scene.longerThan(kept, kept.toMillis() / 2);
	}

	@Override
	public Strike plan(Scene scene) {
		Victim victim = scene.anyNode();
		long lease = scene.lease().toMillis();
		long most = Math.min(lease, scene.store().commandTimeout().toMillis() / 2);
		Duration delay = scene.between(most * 3 / 10, most * 6 / 10);
		Duration slow = scene.between(lease, lease + Math.min(lease, 2000));
		String detail = "answers to %s take %s for %s, then its requests are held back".formatted(victim.name(), delay,
				slow);
		return Strike.of(name(), detail, () -> slowDown(victim.relays(), delay, slow),
				() -> victim.relays().forEach(FaultyRelay::heal));
	}

	private static void slowDown(List<FaultyRelay> relays, Duration delay, Duration slow) throws InterruptedException {
		relays.forEach((relay) -> relay.delayAnswers(delay));
		TimeUnit.MILLISECONDS.sleep(slow.toMillis());
		relays.forEach(FaultyRelay::holdRequests);
	}

}
