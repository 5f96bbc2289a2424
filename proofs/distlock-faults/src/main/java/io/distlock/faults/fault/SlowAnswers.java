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

package io.distlock.faults.fault;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.distlock.testserver.FaultyRelay;

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
