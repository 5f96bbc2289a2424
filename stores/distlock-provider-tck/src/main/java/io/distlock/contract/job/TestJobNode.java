// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.job;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.OnLost;
import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.TestNode;
import io.distlock.internal.scheduling.JobSettings;
import io.distlock.internal.scheduling.JobStore;
import io.distlock.internal.scheduling.JobStores;
import io.distlock.internal.scheduling.annotated.ClusterScheduledBeanPostProcessor;
import io.distlock.internal.scheduling.run.ClusterJobScheduler;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.util.PropertyPlaceholderHelper;

/**
 * One node of a cluster that runs the jobs of one bean: with an engine, a provider, a
 * task scheduler and a wrong clock of its own.
 *
 * @since 0.1.0
 */
public final class TestJobNode implements AutoCloseable {

	static final Duration TRIGGER_TIMEOUT = Duration.ofSeconds(3);

	private static final AtomicInteger count = new AtomicInteger();

	private static final PropertyPlaceholderHelper PLACEHOLDERS = new PropertyPlaceholderHelper("${", "}");

	/**
	 * The name of the node, unique in this run.
	 */
	public final String name = "job-node-%d-%d".formatted(ProcessHandle.current().pid(), count.incrementAndGet());

	/**
	 * The provider of this node.
	 */
	public final LockProvider provider;

	/**
	 * The engine of this node.
	 */
	public final LeaseLockEngine engine;

	/**
	 * What runs its jobs.
	 */
	public final ClusterJobScheduler scheduler;

	/**
	 * What the node remembers of jobs, and where calls of a test can be made to fail.
	 */
	final FaultyLedger ledger;

	private final ThreadPoolTaskScheduler threads = new ThreadPoolTaskScheduler();

	/**
	 * Create and start a node.
	 * @param store the cluster's store
	 * @param jobs a bean with jobs
	 * @param properties what placeholders in its annotations stand for
	 * @param lease the lease of its runs
	 * @param skew how wrong its clock is
	 */
	TestJobNode(StoreUnderTest store, Object jobs, Map<String, String> properties, Duration lease, Duration skew) {
		awaitNextTick(store.clockPrecision());
		this.provider = store.newProvider();
		this.ledger = new FaultyLedger(((JobLedgerSource) this.provider).jobLedger());
		this.engine = new LeaseLockEngine(this.provider, leaseSettings(), (event) -> {
		});
		this.threads.setPoolSize(4);
		this.threads.setDaemon(true);
		this.threads.setErrorHandler((failure) -> {
		});
		this.threads.setClock(Clock.offset(Clock.systemUTC(), skew));
		this.scheduler = scheduler(jobs, properties, lease);
		this.scheduler.afterSingletonsInstantiated();
		this.scheduler.start();
	}

	/**
	 * Wait until the clock of the store has moved on.
	 */
	private static void awaitNextTick(Duration precision) {
		if (!precision.isZero()) {
			Instant next = Instant.now().plus(precision.multipliedBy(11).dividedBy(10));
			Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> Instant.now().isAfter(next));
		}
	}

	private LeaseSettings leaseSettings() {
		return LeaseSettings.of(TestNode.PREFIX, this.name)
			.withWaitTime(Duration.ofSeconds(20))
			.withHandOff(32, Duration.ofMillis(100));
	}

	private ClusterJobScheduler scheduler(Object jobs, Map<String, String> properties, Duration lease) {
		DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();
		beanFactory.addEmbeddedValueResolver((text) -> PLACEHOLDERS.replacePlaceholders(text, properties::get));
		ClusterScheduledBeanPostProcessor processor = new ClusterScheduledBeanPostProcessor(beanFactory);
		beanFactory.registerSingleton("jobs", jobs);
		processor.postProcessAfterInitialization(jobs, "jobs");
		JobSettings settings = new JobSettings(true, 0, TRIGGER_TIMEOUT, Duration.ofDays(30), lease,
				Duration.ofMinutes(1), null, Duration.ofSeconds(6), 1000, OnLost.INTERRUPT);
		return new ClusterJobScheduler(processor, this::stores, () -> settings, (event) -> {
		}, beanFactory, () -> {
			this.threads.initialize();
			return this.threads;
		});
	}

	private JobStores stores() {
		JobStore store = new JobStore(this.provider.name(), ledger(), this.engine, TestNode.PREFIX, this.name);
		return new JobStores() {

			@Override
			public Optional<JobStore> find(String providerBeanName) {
				return Optional.of(store);
			}

			@Override
			public Set<String> providerNames() {
				return Set.of();
			}

		};
	}

	JobLedger ledger() {
		return this.ledger;
	}

	ClusterJobs operations() {
		return this.scheduler.operations();
	}

	Instant storeTime(String job) {
		return ledger().read(TestNode.key(job)).now();
	}

	/**
	 * Keep all threads of this node busy, as one that is paused.
	 */
	void occupy(Runnable task) {
		List.of(1, 2, 3, 4).forEach((thread) -> this.threads.execute(task));
	}

	/**
	 * Die: no look, no renewal, nothing is released. What runs does not know.
	 */
	void die() {
		this.scheduler.stop();
		this.engine.close();
	}

	/**
	 * Stop as an application does that closes its context: runs may end first.
	 */
	void shutDown() {
		CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
		this.scheduler.stop(() -> ended.complete(null));
		ended.join();
		close();
	}

	@Override
	public void close() {
		this.scheduler.stop();
		this.engine.shutdown(Duration.ofSeconds(5));
		this.scheduler.destroy();
		this.engine.close();
		this.provider.close();
	}

}
