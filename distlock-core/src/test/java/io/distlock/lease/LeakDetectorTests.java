// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.List;

import io.distlock.LockRequest;
import io.distlock.local.LocalLockProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The watch for asynchronous locks that are never released, and the application that is
 * stopped in a JVM that goes on.
 */
class LeakDetectorTests {

	private final ClassLoader before = Thread.currentThread().getContextClassLoader();

	@AfterEach
	void restore() {
		Thread.currentThread().setContextClassLoader(this.before);
	}

	@Test
	void noThreadKeepsTheClassLoaderOfAnApplicationThatIsStopped() {
		ClassLoader application = new ClassLoader(this.before) {
		};
		Thread.currentThread().setContextClassLoader(application);
		LeaseSettings settings = LeaseSettings.of("leaks", "node").withHandOff(32, Duration.ofSeconds(1));
		try (LeaseLockEngine engine = new LeaseLockEngine(new LocalLockProvider(), settings, (event) -> {
		})) {
			engine.acquireAsync(LockRequest.of("key")).toCompletableFuture().join().close();
		}
		Thread.currentThread().setContextClassLoader(this.before);
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.untilAsserted(() -> assertThat(threadsOf(application)).isEmpty());
	}

	private static List<Thread> threadsOf(ClassLoader loader) {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getContextClassLoader() == loader)
			.toList();
	}

}
