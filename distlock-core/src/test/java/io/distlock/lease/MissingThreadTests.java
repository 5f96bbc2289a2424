// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

import io.distlock.HeldLock;
import io.distlock.LockLostException;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import io.distlock.internal.task.EngineTasks;
import io.distlock.monitor.LockLostEvent;
import io.distlock.provider.LockKey;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A process that may start no other thread at the moment releases and reports all the
 * same. On virtual time.
 */
@Tag("safety")
class MissingThreadTests {

	private static final long LONG = Duration.ofHours(1).toNanos();

	private final VirtualTime time = new VirtualTime();

	private final FullTasks tasks = new FullTasks();

	private static final LockLostEvent EVENT = new LockLostEvent("key", 1, "store", Duration.ofSeconds(1), null, null,
			new LockLostException("key", 1, "expected"));

	private final List<String> reported = new ArrayList<>();

	private boolean full;

	@Test
	void lossIsReportedAsSoonAsThereAreThreadsForIt() {
		LossNotifier losses = new LossNotifier(this.tasks, (loss) -> this.reported.add("event"));
		this.full = true;
		losses.report(EVENT, OnLost.INTERRUPT, () -> this.reported.add("interrupt"),
				List.of((loss) -> this.reported.add("callback")));
		this.time.sleep(Duration.ofSeconds(10).toNanos());
		assertThat(this.reported).isEmpty();
		this.full = false;
		assertThat(this.time.runUntilQuiet(LONG)).isTrue();
		assertThat(this.reported).containsExactlyInAnyOrder("interrupt", "callback", "event");
	}

	@Test
	void errorOfACallbackKeepsNoOtherReportBackWhereTheEngineIsClosed() {
		LossNotifier losses = new LossNotifier(this.tasks, (loss) -> this.reported.add("event"));
		this.tasks.close();
		losses.report(EVENT, OnLost.FAIL, null, List.of((loss) -> {
			throw new AssertionError("expected");
		}, (loss) -> this.reported.add("callback")));
		assertThat(this.reported).containsExactly("callback", "event");
	}

	@Test
	void lockIsReleasedByTheCallerWhereThereIsNoThreadForIt() {
		ModelStore store = new ModelStore(this.time, true);
		LeaseSettings settings = LeaseSettings.of("full", "node")
			.withWaitTime(Duration.ZERO)
			.withHandOff(0, Duration.ZERO);
		LeaseLockEngine engine = new LeaseLockEngine(new DirectProvider(store), settings, (event) -> {
		}, this.time, this.tasks, 1);
		CompletableFuture<HeldLock> asked = engine.acquireAsync(LockRequest.of("key")).toCompletableFuture();
		this.time.sleep(Duration.ofMillis(100).toNanos());
		this.full = true;
		assertThat(engine.releaseAsync(asked.join())).isCompletedWithValue(true);
		assertThat(store.isHeld(new LockKey("full", "key"))).isFalse();
	}

	/**
	 * The tasks of such a process.
	 */
	private final class FullTasks implements EngineTasks {

		private final VirtualTasks tasks = new VirtualTasks(MissingThreadTests.this.time, new SplittableRandom(1));

		@Override
		public Timer schedule(Runnable task, long delayNanos) {
			return this.tasks.schedule(task, delayNanos);
		}

		@Override
		public void run(Kind kind, Runnable task) {
			if (MissingThreadTests.this.full) {
				throw new OutOfMemoryError("unable to create native thread");
			}
			this.tasks.run(kind, task);
		}

		@Override
		public void close() {
			this.tasks.close();
		}

	}

}
