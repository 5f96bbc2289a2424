// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.distlock.HeldLock;
import io.distlock.LockEngine;
import io.distlock.LockRequest;
import io.distlock.internal.task.Durations;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.leader.Candidacy.Phase;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the candidacy for one role on a separate thread, following {@link Candidacy}:
 * requests the lock of the role, watches the lease, and releases the lock. A campaign
 * ends only when withdrawn, and may be restarted. Listeners are notified on another
 * thread, so that a slow listener does not delay the detection of a term's end.
 * <p>
 * See the page 'leader' of the reference.
 */
final class Campaign {

	private static final Logger logger = LoggerFactory.getLogger(Campaign.class);

	private static final long PAUSE_AFTER_ERROR = 100_000_000;

	private final String role;

	private final LockEngine engine;

	private final LockRequest request;

	private final LeaderSettings settings;

	final LeaderEvents events;

	final LongAdder terms = new LongAdder();

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	// Fields modified under the lock, so that candidacy and term change atomically.

	private volatile Candidacy candidacy = Candidacy.ENDED;

	private boolean running;

	private @Nullable Thread asking;

	private volatile @Nullable LeaderTerm term;

	Campaign(String role, LockEngine engine, LockRequest request, LeaderSettings settings) {
		this.role = role;
		this.engine = engine;
		this.request = request;
		this.settings = settings;
		this.events = new LeaderEvents(role, (failed) -> end(failed, RevocationReason.LISTENER_FAILED));
	}

	void start() {
		locked(() -> {
			if (!this.running) {
				DaemonThreads.start("distlock-leader-" + this.role, this::run);
				this.running = true;
			}
			return change(Candidacy::started);
		});
	}

	/**
	 * Run the candidacy until withdrawn, regardless of failures.
	 */
	private void run() {
		while (locked(() -> this.running = this.candidacy.phase() != Phase.ENDED)) {
			try {
				step();
			}
			catch (Throwable ex) {
				logger.error("Unexpected error in the candidacy for role '{}'; will retry", this.role, ex);
				LockSupport.parkNanos(PAUSE_AFTER_ERROR);
			}
		}
	}

	private void step() {
		switch (this.candidacy.phase()) {
			case STANDING -> stand();
			case LEADING -> lead(led());
			case REVOKING -> revoke(led());
			case RELEASING -> release(led());
			case RESTING -> rest();
			case ENDED -> {
			}
		}
	}

	private LeaderTerm led() {
		return Objects.requireNonNull(this.term);
	}

	private void stand() {
		HeldLock granted;
		try {
			granted = ask();
		}
		catch (InterruptedException ex) {
			change(Candidacy::stopped);
			return;
		}
		catch (Throwable ex) {
			Candidacy next = change((known) -> known.failed(System.nanoTime(), this.settings));
			if (next.phase() == Phase.RESTING) {
				logger.warn("Could not request role '{}' ({} time(s) in a row); will retry", this.role, next.failures(),
						ex);
			}
			return;
		}
		begin(granted);
	}

	/**
	 * Request the role. The thread is interrupted only during a request, and the
	 * interrupt flag is cleared afterwards.
	 */
	private HeldLock ask() throws InterruptedException {
		if (!asks(Thread.currentThread())) {
			throw new InterruptedException();
		}
		try {
			return this.engine.acquireInterruptibly(this.request)
				.orElseThrow(() -> this.engine.notAcquired(this.request));
		}
		finally {
			asks(null);
		}
	}

	private boolean asks(@Nullable Thread asking) {
		return locked(() -> {
			Thread.interrupted();
			this.asking = asking;
			return isWanted();
		});
	}

	/**
	 * Set the term before listeners are notified.
	 */
	private void begin(HeldLock granted) {
		LeaderTerm begun = new LeaderTerm(this.role, granted);
		boolean leading = locked(() -> {
			boolean wanted = change((known) -> known.granted(System.nanoTime())).phase() == Phase.LEADING;
			if (!wanted) {
				begun.end(RevocationReason.CLOSED);
			}
			this.term = begun;
			return wanted;
		});
		if (!leading) {
			return;
		}
		this.terms.increment();
		logger.info("This node leads role '{}', term {}", this.role, begun.number());
		granted.onLost((loss) -> wake());
		try {
			this.events.granted(begun);
		}
		catch (Throwable ex) {
			end(begun, RevocationReason.LISTENER_FAILED);
			throw ex;
		}
	}

	/**
	 * Wait until the lease ends by the clock, even if no loss is reported.
	 */
	private void lead(LeaderTerm leading) {
		locked(() -> leading.isHeld() ? awaitNanos(Math.max(leading.remainingLease().toNanos(), 1_000))
				: end(leading, RevocationReason.LOST));
	}

	/**
	 * End the given term, unless the term has already ended and another may have begun.
	 * @return {@code true} if this node led until now
	 */
	private boolean end(@Nullable LeaderTerm ended, RevocationReason reason) {
		return locked(() -> {
			if (ended == null || ended != this.term) {
				return false;
			}
			boolean held = ended.isHeld();
			RevocationReason first = held ? reason : RevocationReason.LOST;
			ended.end(first);
			change((known) -> known.revoked(first));
			return held;
		});
	}

	private void revoke(LeaderTerm ended) {
		RevocationReason reason = Objects.requireNonNull(ended.endedBy());
		if (reason == RevocationReason.LOST) {
			logger.warn(
					"This node lost role '{}', term {}, because its lease of {} expired without renewal or the store gave it to another owner; another node may lead. Fence writes with the term",
					this.role, ended.number(), Durations.text(this.settings.leaseTime()));
		}
		else {
			logger.info("This node no longer leads role '{}', term {}: {}", this.role, ended.number(), reason);
		}
		CompletableFuture<?> notified = this.events.revoked(reason);
		if (reason != RevocationReason.LOST) {
			awaitListeners(notified);
		}
		change(Candidacy::notified);
	}

	/**
	 * Wait for the listeners. The lease is renewed in the meantime.
	 */
	private void awaitListeners(CompletableFuture<?> notified) {
		try {
			notified.get(this.settings.listenerTimeout().toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			logger.warn(
					"Listeners of role '{}' did not stop their work within {}; releasing the role anyway, so another node may lead in the meantime",
					this.role, Durations.text(this.settings.listenerTimeout()));
		}
		catch (ExecutionException ex) {
			logger.error("Could not notify the listeners of role '{}'", this.role, ex);
		}
		catch (InterruptedException ex) {
			// The interrupt was meant for a request that has already ended.
		}
	}

	/**
	 * Release the role. A failed release needs no retry: listeners have been notified,
	 * and the lease expires.
	 */
	private void release(LeaderTerm ended) {
		this.term = null;
		try {
			ended.giveBack();
		}
		catch (Throwable ex) {
			logger.warn("Could not release role '{}'; it becomes free when its lease of {} expires", this.role,
					Durations.text(this.settings.leaseTime()), ex);
		}
		finally {
			change((known) -> known.released(System.nanoTime(), this.settings));
		}
	}

	/**
	 * Wait until the pause has elapsed and listeners have processed all events.
	 */
	private void rest() {
		CompletableFuture<?> idle = this.events.idle();
		idle.whenComplete((result, failure) -> wake());
		locked(() -> {
			while (this.candidacy.phase() == Phase.RESTING) {
				long left = this.candidacy.restUntil() - System.nanoTime();
				if (left <= 0 && idle.isDone()) {
					return change((known) -> known.rested(System.nanoTime()));
				}
				awaitNanos((left > 0) ? left : Long.MAX_VALUE);
			}
			return this.candidacy;
		});
	}

	/**
	 * Wait for a change. The caller must re-check its condition.
	 */
	private boolean awaitNanos(long nanos) {
		try {
			return this.changed.awaitNanos(nanos) > 0;
		}
		catch (InterruptedException ex) {
			return true;
		}
	}

	private <T> T locked(Supplier<T> action) {
		this.lock.lock();
		try {
			return action.get();
		}
		finally {
			this.lock.unlock();
		}
	}

	private Candidacy change(UnaryOperator<Candidacy> change) {
		return locked(() -> {
			this.candidacy = change.apply(this.candidacy);
			this.changed.signalAll();
			return this.candidacy;
		});
	}

	/**
	 * Wake the waiting threads, so that they re-check their conditions.
	 */
	private void wake() {
		change(UnaryOperator.identity());
	}

	Optional<LeaderTerm> current() {
		LeaderTerm known = this.term;
		return (known != null && known.isHeld()) ? Optional.of(known) : Optional.empty();
	}

	int failures() {
		return current().isPresent() ? 0 : this.candidacy.failures(System.nanoTime(), this.settings);
	}

	boolean isWanted() {
		return this.candidacy.wanted();
	}

	/**
	 * End the current term, if any.
	 * @return {@code true} if this node led until now
	 */
	boolean stepDown() {
		return end(this.term, RevocationReason.STEPPED_DOWN);
	}

	/**
	 * Withdraw the candidacy without waiting for its end. The term ends immediately.
	 */
	void withdraw() {
		locked(() -> {
			LeaderTerm known = this.term;
			if (known != null) {
				known.end(RevocationReason.CLOSED);
			}
			if (this.asking != null) {
				this.asking.interrupt();
			}
			return change(Candidacy::withdrawn);
		});
	}

	/**
	 * Wait for the end of a withdrawn candidacy, unless called by a listener. The wait is
	 * limited to the listener timeout plus the lease, after which the role is free in any
	 * case.
	 */
	void awaitEnd() {
		if (this.events.isTelling()) {
			return;
		}
		long left = this.settings.listenerTimeout().plus(this.settings.leaseTime()).toNanos();
		this.lock.lock();
		try {
			while (this.candidacy.phase() != Phase.ENDED && !this.candidacy.wanted() && left > 0) {
				left = this.changed.awaitNanos(left);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.lock.unlock();
		}
	}

}
