// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.jobs;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.distlock.OnLost;
import io.distlock.internal.scheduling.JobSettings;
import io.distlock.internal.scheduling.JobStore;
import io.distlock.internal.scheduling.JobStores;
import io.distlock.internal.scheduling.annotated.ClusterScheduledBeanPostProcessor;
import io.distlock.internal.scheduling.run.ClusterJobScheduler;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.provider.LockProvider;
import io.distlock.scheduling.ledger.JobLedgerSource;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * A node that runs jobs, with the defaults of the starter.
 */
final class JobNode implements AutoCloseable {

	private static final String PREFIX = "bench";

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();

	private final ClusterScheduledBeanPostProcessor processor = new ClusterScheduledBeanPostProcessor(this.beanFactory);

	private final ThreadPoolTaskScheduler threads = new ThreadPoolTaskScheduler();

	private final LockProvider provider;

	private final LeaseLockEngine engine;

	private final ClusterJobScheduler scheduler;

	private final JobStore store;

	private String current = "";

	JobNode(LockProvider provider, String name) {
		this.provider = provider;
		this.engine = new LeaseLockEngine(provider, LeaseSettings.of(PREFIX, name).withWaitTime(Duration.ofSeconds(20)).withLeaseTime(LEASE).withHandOff(32, Duration.ofMillis(100)), (loss) -> {
				});
		this.store = new JobStore(provider.name(), ((JobLedgerSource) provider).jobLedger(),
				this.engine, PREFIX, name);
		UnaryOperator<String> resolver = (text) -> text.replace("${job}", this.current);
		this.beanFactory.addEmbeddedValueResolver(resolver::apply);
		JobSettings settings = new JobSettings(true, 0, Duration.ofMinutes(2), Duration.ofDays(30), LEASE,
				Duration.ofMinutes(1), null, LEASE, 1000, OnLost.INTERRUPT);
		this.scheduler = new ClusterJobScheduler(this.processor, Stores::new, () -> settings, (event) -> {
		}, this.beanFactory, () -> {
			this.threads.setDaemon(true);
			this.threads.initialize();
			return this.threads;
		});
	}

	/**
	 * Add a job, before the start.
	 */
	void add(String name, Object bean) {
		this.current = name;
		this.beanFactory.registerSingleton(name, bean);
		this.processor.postProcessAfterInitialization(bean, name);
	}

	void start() {
		this.scheduler.afterSingletonsInstantiated();
		this.scheduler.start();
	}

	ClusterJobScheduler scheduler() {
		return this.scheduler;
	}

	@Override
	public void close() {
		this.scheduler.stop();
		this.engine.shutdown(Duration.ofSeconds(1));
		this.scheduler.destroy();
		this.engine.close();
		this.provider.close();
	}

	private final class Stores implements JobStores {

		@Override
		public Optional<JobStore> find(String providerBeanName) {
			return Optional.of(JobNode.this.store);
		}

		@Override
		public Set<String> providerNames() {
			return Set.of();
		}

	}

}
