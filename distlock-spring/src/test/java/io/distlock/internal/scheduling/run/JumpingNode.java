// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

import io.distlock.OnLost;
import io.distlock.internal.scheduling.JobSettings;
import io.distlock.internal.scheduling.JobStore;
import io.distlock.internal.scheduling.annotated.JobSpec;
import io.distlock.lease.LeaseLockEngine;
import io.distlock.lease.LeaseSettings;
import io.distlock.local.LocalLedgers;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.scheduling.ledger.JobLedger;

import org.springframework.aop.support.AopUtils;

/**
 * A node and its store, on a clock that jumps over each pause.
 */
final class JumpingNode implements AutoCloseable {

	static final Duration LEASE = Duration.ofHours(1);

	static final JobSettings SETTINGS = new JobSettings(true, 0, Duration.ofMinutes(2), Duration.ofDays(30), LEASE,
			LEASE, null, Duration.ofSeconds(30), 100, OnLost.IGNORE);

	final JumpingTime time = new JumpingTime();

	/**
	 * How far the store's clock is ahead.
	 */
	volatile Duration ahead = Duration.ZERO;

	final JobLedger ledger = LocalLedgers
		.at(() -> Instant.parse("2026-05-01T00:00:00Z").plusNanos(this.time.nanoTime()).plus(this.ahead));

	private final LeaseLockEngine engine = new LeaseLockEngine(new LocalLockProvider(),
			LeaseSettings.of("test", "node")
				.withWaitTime(Duration.ZERO)
				.withLeaseTime(LEASE)
				.withHandOff(32, Duration.ofMinutes(1)),
			(event) -> {
			});

	/**
	 * Whether the node gets no answers from its ledger.
	 */
	volatile boolean silent;

	/**
	 * How many requests the ledger rejects next, as a store whose password was changed.
	 */
	final AtomicInteger rejected = new AtomicInteger();

	final JobStore store = new JobStore("local", answering(), this.engine, "test", "node");

	private JobLedger answering() {
		return (JobLedger) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { JobLedger.class },
				(proxy, method, arguments) -> {
					if (this.silent) {
						throw new LockStoreException("No answer", LockStoreException.Outcome.UNKNOWN, null);
					}
					if (this.rejected.getAndUpdate((left) -> Math.max(0, left - 1)) > 0) {
						throw new LockStoreException("Wrong password", LockStoreException.Outcome.PERMANENT, null);
					}
					return AopUtils.invokeJoinpointUsingReflection(this.ledger, method, arguments);
				});
	}

	JobRunner runner(JobSpec spec, Runnable body, IntConsumer lostThreads) {
		JobRunner runner = new JobRunner(spec, body, this.store, SETTINGS, (event) -> {
		}, this.time, lostThreads);
		runner.begin();
		return runner;
	}

	/**
	 * Poll a job, and run what is due.
	 */
	PollResult poll(JobRunner runner) {
		PollResult poll = runner.poll(this.ledger.read(runner.key()), this.time.nanoTime());
		return poll.due() ? runner.run() : poll;
	}

	@Override
	public void close() {
		this.engine.shutdown(Duration.ZERO);
	}

}
