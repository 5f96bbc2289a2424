// SPDX-License-Identifier: Apache-2.0

package io.distlock.line.internal;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HeldPlacesTests {

	private static final LockKey KEY = new LockKey("app", "key");

	private final Timer timer = new Timer();

	private final BlockingQueue<TestPlace> removed = new LinkedBlockingQueue<>();

	private final HeldPlaces<TestPlace> places = new HeldPlaces<>(this.timer, this.removed::add);

	@AfterEach
	void close() {
		this.timer.shutdownNow();
	}

	@Test
	void leaseEndsThatWasGrantedWhileTheEndOfAnotherWasPlanned() throws Exception {
		this.timer.meanwhile = () -> hold("short", Duration.ofMillis(100));
		hold("long", Duration.ofHours(1));
		assertThat(ended()).isEqualTo("short");
	}

	@Test
	void leaseOfEachPlaceEnds() throws Exception {
		hold("second", Duration.ofMillis(400));
		hold("first", Duration.ofMillis(100));
		assertThat(Arrays.asList(ended(), ended())).containsExactlyInAnyOrder("first", "second");
		assertThat(this.places.isEmpty()).isTrue();
	}

	@Test
	void leaseEndsAlthoughTheRemovalOfAnotherFails() throws Exception {
		HeldPlaces<TestPlace> failing = new HeldPlaces<>(this.timer, (place) -> {
			this.removed.add(place);
			throw new IllegalStateException("The place stays");
		});
		hold(failing, "first", Duration.ofMillis(100));
		hold(failing, "second", Duration.ofMillis(100));
		assertThat(Arrays.asList(ended(), ended())).containsExactlyInAnyOrder("first", "second");
	}

	@Test
	void leaseEndsAlthoughNothingIsPlannedAnyMore() throws Exception {
		hold("left", Duration.ofMillis(100));
		this.places.leaveToTheirLeases();
		this.timer.shutdown();
		assertThat(ended()).isEqualTo("left");
	}

	private void hold(String path, Duration lease) {
		hold(this.places, path, lease);
	}

	private static void hold(HeldPlaces<TestPlace> places, String path, Duration lease) {
		places.hold(new TestPlace(path), LockClaim.of(KEY, lease, 1, "node"), new LockOwner(path));
	}

	private @Nullable String ended() throws InterruptedException {
		TestPlace place = this.removed.poll(30, TimeUnit.SECONDS);
		return (place != null) ? place.path() : null;
	}

	/**
	 * Does something else before it plans a task, as another thread may.
	 */
	private static final class Timer extends ScheduledThreadPoolExecutor {

		private @Nullable Runnable meanwhile;

		Timer() {
			super(1);
		}

		@Override
		public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
			Runnable other = this.meanwhile;
			this.meanwhile = null;
			if (other != null) {
				other.run();
			}
			return super.schedule(task, delay, unit);
		}

	}

	private record TestPlace(String path) implements Place {

		@Override
		public long transaction() {
			return 1;
		}

		@Override
		public Duration trustLeft() {
			return Duration.ofDays(1);
		}

		@Override
		public boolean isOver() {
			return false;
		}

	}

}
