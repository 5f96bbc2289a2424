// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.network;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;
import io.distlock.faults.store.LedStore;
import io.distlock.faults.store.Store;
import io.distlock.testserver.relay.FaultyRelay;
import org.jspecify.annotations.Nullable;

/**
 * A node reaches one server only, which is killed right after it has granted a lock, and
 * before it has told the leader of the node's last words. So the leader ends the session
 * sooner than the node would think.
 *
 * @since 0.1.0
 */
public final class StrandedNode implements Fault {

	private static final Duration PATIENCE = Duration.ofSeconds(15);

	private static final long MOVE_MILLIS = 2000;

	@Override
	public String name() {
		return "strand-node";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof LedStore) ? null : "it has no leader";
	}

	@Override
	public Duration lasts(Scene scene) {
		return scene.longerThan(scene.store().deadHolder(scene.lease()), 1000);
	}

	@Override
	public Strike plan(Scene scene) {
		LedStore store = (LedStore) scene.store();
		Victim victim = scene.anyNode();
		int leader = store.leader();
		List<Integer> followers = IntStream.range(0, store.ports().size())
			.filter((server) -> server != leader)
			.boxed()
			.toList();
		int follower = followers.get(scene.random().nextInt(followers.size()));
		Duration held = store.deadHolder(scene.lease());
		String detail = "%s talks to server %d alone, which is killed right after a grant".formatted(victim.name(),
				follower);
		return Strike.of(name(), detail, () -> {
			strand(victim, follower);
			victim.awaitGrant(held, PATIENCE);
			store.kill(follower);
		}, () -> {
			store.restart(follower);
			victim.relays().forEach(FaultyRelay::heal);
		});
	}

	/**
	 * Have the node reach one server only, and wait until it has gone there.
	 */
	private static void strand(Victim victim, int server) throws InterruptedException {
		FaultyRelay only = victim.relays().get(server);
		victim.relays().stream().filter((relay) -> relay != only).forEach(FaultyRelay::refuse);
		for (long waited = 0; only.connections() == 0 && waited < MOVE_MILLIS; waited += 10) {
			TimeUnit.MILLISECONDS.sleep(10);
		}
	}

}
