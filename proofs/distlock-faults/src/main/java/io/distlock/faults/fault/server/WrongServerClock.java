// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.time.Duration;
import java.util.List;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.store.Store;
import io.distlock.testserver.ServerClock;
import org.jspecify.annotations.Nullable;

/**
 * The wall clock of all servers is wrong for a while, and then right again. A clock that
 * is ahead by more than a lease ends leases that are held. What ran ahead of time by less
 * than a minute does not run again, so jobs pause for as long; such a clock is wrong by a
 * few seconds here.
 *
 * @since 0.1.0
 */
public final class WrongServerClock implements Fault {

	private static final List<Integer> SECONDS = List.of(3600, -3600, 300, -300, 3, -3);

	private static final Duration LASTS = Duration.ofSeconds(6);

	@Override
	public String name() {
		return "server-clock";
	}

	@Override
	public @Nullable String obstacle(Store store) {
		if (!store.readsServerClock()) {
			return "it does not go by the wall clock of its servers";
		}
		return ServerClock.unavailable().isEmpty() ? null : ServerClock.unavailable();
	}

	@Override
	public void prepare(Store store) {
		if (obstacle(store) == null) {
			ServerClock.use();
		}
	}

	@Override
	public boolean losesLocks(Store store) {
		return true;
	}

	@Override
	public Duration lasts(Scene scene) {
		return LASTS;
	}

	@Override
	public Duration aftermath(Scene scene) {
		return SERVICE_WITHIN;
	}

	@Override
	public Strike plan(Scene scene) {
		int seconds = SECONDS.get(scene.random().nextInt(SECONDS.size()));
		return Strike.of(name(), "clocks of all servers by %+d s".formatted(seconds),
				() -> set(scene.store(), Duration.ofSeconds(seconds)), () -> set(scene.store(), Duration.ZERO));
	}

	private static void set(Store store, Duration ahead) {
		store.servers().forEach((server) -> server.setClock(ahead));
	}

}
