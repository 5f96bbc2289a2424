// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.internal.annotation.AnnotationAttribute;
import io.distlock.internal.scheduling.JobSettings;
import io.distlock.internal.scheduling.JobStore;
import io.distlock.internal.scheduling.JobStores;
import io.distlock.internal.scheduling.annotated.ClusterScheduledBeanPostProcessor;
import io.distlock.internal.scheduling.annotated.JobSpec;
import io.distlock.internal.scheduling.annotated.JobTaskSchedulers;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.scheduling.ClusterJobRunEvent;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobLedger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;
import org.springframework.scheduling.TaskScheduler;

/**
 * Runs the jobs of this application on this node, from the time when the context is ready
 * until the start of its shutdown. Starts after all other components and stops before
 * them. An active run continues during the shutdown, and the engine keeps its lease for
 * the grace period.
 *
 * @since 0.1.0
 */
public final class ClusterJobScheduler implements SmartInitializingSingleton, SmartLifecycle, DisposableBean,
		ApplicationListener<ContextClosedEvent>, Ordered {

	private static final Logger logger = LoggerFactory.getLogger(ClusterJobScheduler.class);

	private final ClusterScheduledBeanPostProcessor jobs;

	private final Supplier<JobStores> stores;

	private final Supplier<JobSettings> settings;

	private final Consumer<ClusterJobRunEvent> listener;

	private final ListableBeanFactory beanFactory;

	private final JobTaskSchedulers schedulers;

	private final Map<JobLedger, JobPoller> pollers = new ConcurrentHashMap<>();

	private final Map<String, LocalJob> nodes = new ConcurrentSkipListMap<>();

	private volatile boolean running;

	/**
	 * Create a scheduler.
	 * @param jobs the annotated methods
	 * @param stores finds the stores of jobs
	 * @param settings settings of all jobs, resolved with the first job
	 * @param listener accepts events of ended runs
	 * @param beanFactory contains the task schedulers of the application
	 * @param taskScheduler creates a task scheduler if the application has none
	 */
	public ClusterJobScheduler(ClusterScheduledBeanPostProcessor jobs, Supplier<JobStores> stores,
			Supplier<JobSettings> settings, Consumer<ClusterJobRunEvent> listener, ListableBeanFactory beanFactory,
			Supplier<TaskScheduler> taskScheduler) {
		this.jobs = jobs;
		this.stores = stores;
		this.settings = settings;
		this.listener = listener;
		this.beanFactory = beanFactory;
		this.schedulers = new JobTaskSchedulers(beanFactory, taskScheduler);
	}

	/**
	 * Return the operations on the jobs.
	 * @return the operations
	 */
	public ClusterJobs operations() {
		return new JobAdmin(this.nodes);
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.jobs.forEach(this::add);
	}

	private JobPoller poller(JobStore store) {
		return this.pollers.computeIfAbsent(store.ledger(), (ledger) -> {
			verify(ledger);
			return new JobPoller(ledger, () -> ForgottenJobs.remove(store, this.settings.get()));
		});
	}

	private void add(JobSpec spec, Runnable method) {
		JobStore store = this.stores.get()
			.find(spec.provider())
			.orElseThrow(() -> AnnotationAttribute
				.plain(ClusterScheduled.class, spec.method(), "provider", spec.provider())
				.invalid("'%s' stores locks, but not jobs".formatted(this.stores.get().storeName(spec.provider())),
						"Name a provider that also stores jobs, such as that of a database or Redis; or let your own implement io.distlock.scheduling.ledger.JobLedgerSource."));
		LocalJob node = new LocalJob(spec, method, store, poller(store), this.settings.get(), this.listener);
		this.nodes.put(spec.name(), node);
		if (this.running) {
			this.schedulers.whenReady(() -> start(node));
		}
	}

	/**
	 * Verify that a store supports jobs. An unsupported store fails the start if jobs are
	 * to run on this node. If the store does not respond, each job sends its request
	 * again later.
	 */
	private void verify(JobLedger ledger) {
		if (!this.settings.get().enabled()) {
			return;
		}
		try {
			ledger.verify();
		}
		catch (LockStoreException ex) {
			if (ex.getOutcome() == Outcome.PERMANENT) {
				throw ex;
			}
			logger.debug("Could not check that jobs can be kept", ex);
		}
	}

	private void start(LocalJob node) {
		if (this.running && this.settings.get().enabled()) {
			node.start(this.schedulers.find(node.spec.scheduler()));
		}
	}

	@Override
	public void start() {
		this.running = true;
		this.schedulers.whenReady(() -> this.nodes.values().forEach(this::start));
	}

	/**
	 * Stop polling jobs. Precedes Spring's task schedulers, which reject tasks after this
	 * event.
	 */
	@Override
	public void onApplicationEvent(ContextClosedEvent event) {
		if (event.getApplicationContext().getAutowireCapableBeanFactory() == this.beanFactory) {
			stopPolling();
		}
	}

	private void stopPolling() {
		this.nodes.values().forEach(LocalJob::stop);
	}

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public void stop() {
		this.running = false;
		stopPolling();
		tellShutdown(Thread.currentThread());
	}

	/**
	 * Stop, and let active runs continue for the time of this phase: runs are notified at
	 * once and interrupted after two thirds of the time. The store and the leases remain
	 * available until then, so ends are recorded and locks are released. A run whose
	 * thread stops the node itself, or is in {@link System#exit}, is not waited for.
	 */
	@Override
	public void stop(Runnable callback) {
		stop();
		Thread caller = Thread.currentThread();
		if (!tellShutdown(caller)) {
			callback.run();
			return;
		}
		DaemonThreads.start("distlock-jobs-shutdown", () -> {
			drain(caller);
			callback.run();
		});
	}

	private boolean tellShutdown(Thread caller) {
		return this.nodes.values().stream().filter((node) -> node.runner.watch.tellShutdown(caller)).count() > 0;
	}

	private void drain(Thread caller) {
		Duration notice = this.settings.get().shutdownTimeout().multipliedBy(2).dividedBy(3);
		if (!awaitEnds(notice, caller)) {
			logger.warn("Interrupting job runs that are still active during shutdown");
			this.nodes.values().forEach((node) -> node.runner.watch.interruptForShutdown(caller));
			awaitEnds(this.settings.get().shutdownTimeout().minus(notice).multipliedBy(4).dividedBy(5), caller);
		}
	}

	private boolean awaitEnds(Duration duration, Thread caller) {
		long start = System.nanoTime();
		while (tellShutdown(caller)) {
			if (System.nanoTime() - start > duration.toNanos()) {
				return false;
			}
			JobTime.SYSTEM.pause(Duration.ofMillis(20));
		}
		return true;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return Integer.MAX_VALUE;
	}

	@Override
	public void destroy() {
		stop();
		this.schedulers.destroy();
	}

}
