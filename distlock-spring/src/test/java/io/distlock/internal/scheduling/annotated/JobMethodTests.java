// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.annotated;

import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.distlock.HeldLock;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.local.LocalLockProvider;
import io.distlock.scheduling.ClusterJobContext;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class JobMethodTests {

	private final Jobs jobs = new Jobs();

	@Test
	void methodIsGivenTheContextOfItsRun() {
		LeaseLockEngine engine = new LeaseLockEngine(new LocalLockProvider(),
				LeaseSettings.of("test", "node").withWaitTime(Duration.ZERO).withHandOff(32, Duration.ofSeconds(1)),
				(event) -> {
				});
		try (HeldLock lock = new LockTemplate(engine).acquire(LockRequest.of("job"))) {
			JobRun run = new JobRun(Instant.EPOCH, 1, "node", 7, Instant.EPOCH, null, Outcome.RUNNING, null);
			ClusterJobContext context = new ClusterJobContext("job", run, lock, () -> false);
			for (String name : List.of("plain", "withContext", "withContextAndResult")) {
				context.call(JobMethod.of(this.jobs, JobMethodValidator.validate(method(name), this.jobs),
						() -> ObservationRegistry.NOOP));
			}
			assertThat(this.jobs.contexts).containsExactly(context, context, context);
		}
		finally {
			engine.shutdown(Duration.ZERO);
		}
	}

	@Test
	void otherParametersAreRefused() {
		for (String name : List.of("withText", "withTwo")) {
			assertThatExceptionOfType(InvalidLockAnnotationException.class)
				.isThrownBy(() -> JobMethodValidator.validate(method(name), this.jobs))
				.withMessageContaining("has parameters")
				.withMessageContaining("ClusterJobContext");
		}
	}

	@Test
	void parameterIsRefusedBesideScheduledWhichHasNone() {
		assertThatExceptionOfType(InvalidLockAnnotationException.class)
			.isThrownBy(() -> JobMethodValidator.validate(method("besideScheduled"), this.jobs))
			.withMessageContaining("@Scheduled does not allow")
			.withMessageContaining("ClusterJobContext.current()");
	}

	private static Method method(String name) {
		return Arrays.stream(Jobs.class.getDeclaredMethods())
			.filter((method) -> method.getName().equals(name))
			.findFirst()
			.orElseThrow();
	}

	static class Jobs {

		final List<ClusterJobContext> contexts = new ArrayList<>();

		void plain() {
			this.contexts.add(ClusterJobContext.current().orElseThrow());
		}

		void withContext(ClusterJobContext run) {
			this.contexts.add(run);
		}

		int withContextAndResult(ClusterJobContext run) {
			this.contexts.add(run);
			return 42;
		}

		void withText(String text) {
		}

		void withTwo(ClusterJobContext run, String text) {
		}

		@Scheduled(fixedRate = 1000)
		@ClusterScheduled("beside")
		void besideScheduled(ClusterJobContext run) {
		}

	}

}
