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
 * Answers are held back for most of a lease and then arrive, all at once and the last for
 * some time: requests are held back from just then. A holder that counts a lease from its
 * answer believes in it for much longer than the store keeps it.
 *
 * @since 0.1.0
 */
public final class LateAnswers implements Fault {

	@Override
	public String name() {
		return "late-answers";
	}

	@Override
	public Duration lasts(Scene scene) {
		Duration kept = scene.store().deadHolder(scene.lease());
		return scene.longerThan(kept, kept.toMillis() / 4);
	}

	@Override
	public Strike plan(Scene scene) {
		Victim victim = scene.anyNode();
		long most = Math.min(scene.lease().toMillis(), scene.store().commandTimeout().toMillis());
		Duration late = scene.between(most * 5 / 10, most * 8 / 10);
		String detail = "answers to %s are up to %d ms late, then its requests are held back".formatted(victim.name(),
				late.toMillis());
		return Strike.of(name(), detail, () -> cutAfter(late, victim.relays()),
				() -> victim.relays().forEach(FaultyRelay::heal));
	}

	private static void cutAfter(Duration late, List<FaultyRelay> relays) throws InterruptedException {
		relays.forEach(FaultyRelay::holdAnswers);
		TimeUnit.MILLISECONDS.sleep(late.toMillis());
		relays.forEach(FaultyRelay::holdRequests);
		relays.forEach(FaultyRelay::passAnswers);
	}

}
