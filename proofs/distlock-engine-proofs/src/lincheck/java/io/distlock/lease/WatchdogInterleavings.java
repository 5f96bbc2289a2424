// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

import io.distlock.internal.task.EngineTasks;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * Renewal of a lease by the {@link Watchdog}, while a request of the owner that could
 * have released the lease has no effect. A watched lease has a next sweep.
 *
 * @since 0.1.0
 */
public class WatchdogInterleavings {

	private static final ProviderCalls STORE = new ProviderCalls(new RenewingStore());

	private final AtomicLong time = new AtomicLong();

	private final Tasks tasks = new Tasks();

	private final Watchdog watchdog = new Watchdog(STORE, this.tasks, this.time::get);

	private final RemoteLease lease = new RemoteLease(new NoKeeper() {

		@Override
		public void renewed(RemoteLease lease, long sentAt) {
			lease.extend(sentAt);
		}

	}, this.time::get, LeaseInterleavings.LEASE, LeaseInterleavings.LEASE.duration().toNanos(), -1);

	/**
	 * Begin a request while the renewal of the lease waits for a thread.
	 */
	public WatchdogInterleavings() {
		this.watchdog.watch(this.lease);
		this.time.set(this.lease.renewAt);
		run(this.tasks.timers);
		this.watchdog.forget(this.lease);
		run(this.tasks.timers);
	}

	@Operation(runOnce = true)
	public void renew() {
		run(this.tasks.renewals);
	}

	@Operation(runOnce = true)
	public void requestHadNoEffect() {
		this.watchdog.watch(this.lease);
	}

	@Validate
	public void isNextSweepPlanned() {
		run(this.tasks.renewals);
		// A timer of a superseded sweep plans no other.
		for (int timers = this.tasks.timers.size(); timers > 0; timers--) {
			run(this.tasks.timers);
		}
		if (this.watchdog.watched() > 0 && this.tasks.timers.isEmpty()) {
			throw new IllegalStateException("The lease is watched, and no sweep is planned");
		}
	}

	private static void run(Queue<Runnable> tasks) {
		Runnable task = tasks.poll();
		if (task != null) {
			task.run();
		}
	}

	/**
	 * Tasks that run when the test asks for them.
	 */
	private static final class Tasks implements EngineTasks {

		final Queue<Runnable> timers = new ConcurrentLinkedQueue<>();

		final Queue<Runnable> renewals = new ConcurrentLinkedQueue<>();

		@Override
		public Timer schedule(Runnable task, long delayNanos) {
			this.timers.add(task);
			return () -> {
			};
		}

		@Override
		public void run(Kind kind, Runnable task) {
			this.renewals.add(task);
		}

		@Override
		public void close() {
		}

	}

	/**
	 * Store that renews each lease.
	 */
	private static final class RenewingStore implements LockProvider {

		@Override
		public String name() {
			return "renewing";
		}

		@Override
		public Contender contend(LockClaim claim, Runnable wakeUp) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void renew(Collection<Lease> leases, RenewalListener outcomes) {
			leases.forEach(outcomes::kept);
		}

		@Override
		public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
			throw new UnsupportedOperationException();
		}

		@Override
		public boolean release(LockKey key, LockOwner owner, long lastToken) {
			return true;
		}

	}

}
