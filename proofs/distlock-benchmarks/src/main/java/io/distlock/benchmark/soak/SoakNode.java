// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.soak;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.distlock.HeldLock;
import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.benchmark.measure.Worker;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.leader.LeaderElections;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Application that uses all kinds of locks, two jobs and a role, at a steady rate of
 * about fifty operations a second.
 */
final class SoakNode implements Worker {

	private static final String NAME = "soak";

	private static final int THREADS = 6;

	private static final Duration PAUSE = Duration.ofMillis(100);

	private static final int SHARED_KEYS = 20;

	/**
	 * One of so many keys is used once.
	 */
	private static final int USED_ONCE = 4;

	private static final int PERMITS = 3;

	/**
	 * All nodes wait for this lock, and hold it for longer than its lease.
	 */
	private static final LockRequest RENEWED = LockRequest.of("renewed").leaseTime(Duration.ofSeconds(5));

	private static final Duration HOLD = Duration.ofSeconds(12);

	private final AtomicLong operations = new AtomicLong();

	private final AtomicLong failures = new AtomicLong();

	private final ConfigurableApplicationContext context;

	private final LockOperations locks;

	private final Annotated annotated;

	private SoakNode(ConfigurableApplicationContext context) {
		this.context = context;
		this.locks = context.getBean(LockOperations.class);
		this.annotated = context.getBean(Annotated.class);
	}

	/**
	 * Start an application and its load.
	 * @param properties the properties of the application
	 */
	static SoakNode start(String... properties) {
		SoakNode node = new SoakNode(new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "logging.level.root=WARN", "spring.application.name=soak",
					"distlock.leader.roles=" + NAME)
			.properties(properties)
			.run());
		for (int i = 0; i < THREADS; i++) {
			DaemonThreads.start("soak-" + i, () -> node.repeat(node::operate, PAUSE));
		}
		DaemonThreads.start("soak-renewed", () -> node.repeat(node::renew, PAUSE));
		return node;
	}

	private void repeat(Runnable operation, Duration pause) {
		while (this.context.isActive()) {
			try {
				operation.run();
				this.operations.incrementAndGet();
			}
			catch (RuntimeException ex) {
				this.failures.incrementAndGet();
				ex.printStackTrace();
			}
			sleep(pause);
		}
	}

	private void operate() {
		switch (ThreadLocalRandom.current().nextInt(7)) {
			case 0 -> this.annotated.run(key());
			case 1 -> hold(LockRequest.of(key()));
			case 2 -> hold(LockRequest.of(key()).shared());
			case 3 -> hold(LockRequest.of("permits:" + key()).permits(PERMITS));
			case 4 -> hold(LockRequest.ofAll(List.of(key(), key(), key())));
			case 5 -> this.locks.executeAsync(LockRequest.of(key()), SoakNode::later).toCompletableFuture().join();
			default -> this.locks.tryAcquire(RENEWED.waitTime(Duration.ZERO)).ifPresent(HeldLock::close);
		}
	}

	private static String key() {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		return (random.nextInt(USED_ONCE) == 0) ? "once:" + UUID.randomUUID() : "shared:" + random.nextInt(SHARED_KEYS);
	}

	private void hold(LockRequest request) {
		this.locks.executeWithoutResult(request, (lock) -> sleep(Duration.ofMillis(1)));
	}

	private static CompletionStage<Boolean> later(HeldLock lock) {
		return CompletableFuture.supplyAsync(lock::isHeld, CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS));
	}

	private void renew() {
		this.locks.executeWithoutResult(RENEWED, (lock) -> sleep(HOLD));
		this.context.getBean(LeaderElections.class).election(NAME).stepDown();
	}

	private static void sleep(Duration time) {
		try {
			Thread.sleep(time.toMillis());
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException("Nobody interrupts the load", ex);
		}
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public AutoCloseable lock(String key) {
		return this.locks.acquire(key);
	}

	@Override
	public long operations() {
		return this.operations.get() + this.annotated.runs();
	}

	@Override
	public long failures() {
		return this.failures.get();
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Annotated.class)
	static class Application {

	}

	/**
	 * Methods with annotations.
	 */
	static class Annotated {

		private final AtomicLong runs = new AtomicLong();

		long runs() {
			return this.runs.get();
		}

		@DistributedLock(name = NAME, key = "#key")
		void run(String key) {
			sleep(Duration.ofMillis(1));
		}

		@ClusterScheduled(name = "soak-rate", fixedRate = "2s")
		void runAtRate() {
			this.runs.incrementAndGet();
		}

		@ClusterScheduled(name = "soak-delay", fixedDelay = "2s")
		void runAfterDelay() {
			this.runs.incrementAndGet();
		}

	}

}
