// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.OnBusy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A call that did not acquire its lock is one line at debug level, also if the caller
 * receives no exception.
 */
class BusyCallLogTests {

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.distlock");

	private final @Nullable Level level = this.logger.getLevel();

	@BeforeEach
	void watchLog() {
		this.log.start();
		this.logger.setLevel(Level.DEBUG);
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void endWatch() {
		this.logger.detachAppender(this.log);
		this.logger.setLevel(this.level);
	}

	@Test
	void busyCallIsLoggedOnce() {
		try (AnnotationConfigApplicationContext context = TestLocks.context(Desk.class);
				HeldLock held = acquireElsewhere(context.getBean(LockTemplate.class))) {
			Desk desk = context.getBean(Desk.class);
			desk.skip();
			assertThat(busyCalls("skip")).isEqualTo(1);
			assertThat(desk.withFallback()).isEqualTo("closed");
			assertThat(busyCalls("withFallback")).isEqualTo(1);
			assertThat(desk.skipStage().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(60)).isNull();
			assertThat(busyCalls("skipStage")).isEqualTo(1);
			assertThat(held.isHeld()).isTrue();
		}
	}

	private static HeldLock acquireElsewhere(LockTemplate locks) {
		return CompletableFuture.supplyAsync(() -> locks.acquire("desk")).join();
	}

	private long busyCalls(String method) {
		String start = "Busy: %s.%s. Lock 'desk'".formatted(Desk.class.getName(), method);
		return this.log.list.stream()
			.filter((event) -> event.getLevel() == Level.DEBUG)
			.filter((event) -> event.getFormattedMessage().startsWith(start))
			.count();
	}

	static class Desk {

		@DistributedLock(name = "desk", waitTime = "0", onBusy = OnBusy.SKIP)
		void skip() {
		}

		@DistributedLock(name = "desk", waitTime = "0", onBusy = OnBusy.SKIP)
		CompletionStage<@Nullable String> skipStage() {
			return CompletableFuture.completedFuture("open");
		}

		@DistributedLock(name = "desk", waitTime = "0", fallbackMethod = "closed")
		String withFallback() {
			return "open";
		}

		String closed() {
			return "closed";
		}

	}

}
