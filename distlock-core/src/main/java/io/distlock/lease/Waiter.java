// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.util.concurrent.TimeUnit;

import io.distlock.LockProviderException;
import io.distlock.lease.WaitingLine.Entry;
import io.distlock.lease.WaitingLine.Role;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Request for a key, from its queueing to its grant or refusal. A state machine without
 * blocking: its driver calls {@link #step} after a wake-up or at a given time, one call
 * at a time. Threads park between steps; asynchronous requests use a timer.
 * <p>
 * A request gives up only after a store request that was sent since it joined, by itself
 * or by the leader, even with a short wait time.
 * <p>
 * See the page 'engine-protocol' of the reference.
 */
abstract class Waiter extends Entry {

	private static final long FIRST_RETRY = TimeUnit.MILLISECONDS.toNanos(50);

	private static final long LAST_RETRY = TimeUnit.MILLISECONDS.toNanos(500);

	/**
	 * No steps remain.
	 */
	static final long DONE = -1;

	final Engine engine;

	final KeyQueue queue;

	/**
	 * Contender of this JVM for the key, while this request leads.
	 */
	private @Nullable Contender contender;

	/**
	 * Failure of the last attempt, {@code null} if the store answered.
	 */
	private @Nullable LockStoreException storeFailure;

	/**
	 * Last failure of the store since its last timely answer.
	 */
	private @Nullable LockStoreException lastFailure;

	private long retryAfter;

	private long nextRetry = FIRST_RETRY;

	/**
	 * Set if the key was idle when this request joined, so that the request leads from
	 * the start.
	 */
	private boolean first;

	private boolean asked;

	private long askAt;

	private volatile boolean signalled;

	private @Nullable Throwable failure;

	/**
	 * Create a request.
	 * @param queue the queue of the key
	 * @param request the requested lock
	 * @param thread the thread that will own the hold, {@code null} for none
	 */
	Waiter(KeyQueue queue, ResolvedRequest request, @Nullable Thread thread) {
		super(request, thread, queue.engine.ticker.now());
		this.engine = queue.engine;
		this.queue = queue;
	}

	/**
	 * Make the driver call {@link #step}. Does not block.
	 */
	abstract void signal();

	/**
	 * Return whether the caller has withdrawn the request.
	 */
	abstract boolean isWithdrawn();

	/**
	 * Join the queue.
	 */
	void join() {
		this.first = this.queue.join(this);
	}

	/**
	 * Join the queue, and send a store request at once if the key is idle. A thread with
	 * a request in progress keeps the lead.
	 * @return as {@link #step}
	 */
	long joinAndAsk() {
		this.requesting = true;
		if (!this.queue.join(this)) {
			this.requesting = false;
			return step();
		}
		return (askStore() == DONE) ? DONE : step();
	}

	/**
	 * Check at once, and send a store request if this request leads.
	 */
	@Override
	final void wake() {
		this.signalled = true;
		signal();
	}

	/**
	 * Return the reason for the missing hold.
	 * @return the failure; {@code null} if another holder has the lock, or the request
	 * was withdrawn
	 */
	@Nullable Throwable failure() {
		return this.failure;
	}

	/**
	 * Take the next step.
	 * @return nanoseconds to wait for a wake-up before the next step, or {@link #DONE}
	 */
	long step() {
		long pause;
		do {
			try {
				pause = switch (this.role) {
					case QUEUED -> waitInLine();
					case LEADING -> askOrWait();
					case DEPOSED -> rejoin();
					case GRANTED, ABANDONED -> DONE;
				};
			}
			catch (RuntimeException | Error ex) {
				end(ex);
				pause = DONE;
			}
		}
		while (pause == 0);
		return pause;
	}

	private long waitInLine() {
		boolean unwanted = isUnwanted();
		if (!unwanted && !isLate()) {
			return left(this.request.deadline);
		}
		if (!unwanted && !this.queue.isAnswered(this)) {
			return this.queue.patience(this);
		}
		LockProviderException unanswered = this.queue.failure();
		if (!this.queue.abandon(this)) {
			return 0;
		}
		gone(unanswered);
		return DONE;
	}

	private boolean isUnwanted() {
		return isWithdrawn() || this.engine.closing;
	}

	private boolean isLate() {
		return this.engine.ticker.reached(this.request.deadline);
	}

	private long askOrWait() {
		if (this.first && !isUnwanted()) {
			this.first = false;
			return ask();
		}
		if (isUnwanted() || isLate() && isAnswered()) {
			LockProviderException unanswered = (this.contender != null) ? describedFailure() : this.queue.failure();
			resign();
			gone(unanswered);
			return DONE;
		}
		if (!this.engine.ticker.reached(this.notBefore) && !isLate()) {
			return Math.min(left(this.notBefore), left(this.request.deadline));
		}
		if (!this.asked || isWokenForGood() || this.engine.ticker.reached(this.askAt)) {
			return ask();
		}
		return left(this.askAt);
	}

	/**
	 * Queue again after another waiter has taken the lead, because this request was too
	 * slow to send its store request.
	 */
	private long rejoin() {
		leaveContest();
		this.asked = false;
		join();
		return 0;
	}

	/**
	 * Return whether the answer to the previous leader, which has left, also answers this
	 * request. Saves a store request.
	 */
	private boolean isAnswered() {
		return this.asked || this.queue.isAskedSince(this);
	}

	/**
	 * Return whether the wake-up requires a store request. A failed store is given time
	 * to recover, and the withdrawal of an own attempt is ignored.
	 */
	private boolean isWokenForGood() {
		return this.signalled && this.contender != null && this.storeFailure == null;
	}

	private long ask() {
		return this.queue.ask(this) ? askStore() : 0;
	}

	private long askStore() {
		try {
			return attempt();
		}
		finally {
			this.requesting = false;
		}
	}

	private long attempt() {
		this.signalled = false;
		this.asked = true;
		Contender contender = this.contender;
		if (contender == null) {
			contender = this.engine.store.contend(this.request.claim, this::wake);
			this.contender = contender;
		}
		long sentAt = this.engine.ticker.now();
		RemoteLease lease = attempt(contender, sentAt);
		if (lease != null && isWithdrawn()) {
			this.engine.withdrawals.giveBack(lease.lease);
			return 0;
		}
		if (lease != null) {
			this.queue.granted(this, lease);
			leaveContest();
			return DONE;
		}
		this.queue.answered(sentAt, describedFailure());
		this.askAt = this.engine.ticker.now() + Math.min(this.retryAfter, left(this.request.deadline));
		return 0;
	}

	/**
	 * Send a store request as a new owner.
	 * @return the lease, or {@code null} without a grant
	 * @throws LockProviderException if the store failed, and a retry would fail or be too
	 * late
	 */
	private @Nullable RemoteLease attempt(Contender contender, long sentAt) {
		LockOwner owner = this.engine.store.newOwner();
		try {
			Attempt attempt = contender.attempt(owner);
			this.storeFailure = null;
			return taken(attempt, sentAt);
		}
		catch (LockStoreException ex) {
			failed(ex, owner);
			return null;
		}
		catch (RuntimeException ex) {
			withdraw(owner);
			throw this.engine.messages.storeFailed(this.request, ex);
		}
		catch (Error ex) {
			withdraw(owner);
			throw ex;
		}
	}

	private @Nullable RemoteLease taken(Attempt attempt, long sentAt) {
		if (attempt instanceof Attempt.Busy busy) {
			this.lastFailure = null;
			this.retryAfter = busy.retryAfter().toNanos();
			return null;
		}
		Lease lease = ((Attempt.Granted) attempt).lease();
		RemoteLease remote = new RemoteLease(this.queue, this.engine.ticker, lease, this.request.leaseNanos, sentAt);
		if (remote.isWorthHaving()) {
			return remote;
		}
		this.engine.withdrawals.giveBack(lease);
		this.retryAfter = 0;
		this.storeFailure = tooLate(this.lastFailure);
		return null;
	}

	private static LockStoreException tooLate(@Nullable LockStoreException before) {
		String message = "The response arrived after the lease had expired: the store was unreachable or paused meanwhile, or is too slow for this lease";
		return new LockStoreException(
				(before != null) ? "%s; an attempt before failed: %s".formatted(message, before.getMessage()) : message,
				Outcome.TRANSIENT, before);
	}

	private void failed(LockStoreException failure, LockOwner owner) {
		if (failure.getOutcome() == Outcome.UNKNOWN) {
			withdraw(owner);
		}
		if (failure.getOutcome() == Outcome.PERMANENT || isLate()) {
			throw this.engine.messages.storeFailed(this.request, failure);
		}
		this.storeFailure = failure;
		this.lastFailure = failure;
		this.retryAfter = this.nextRetry;
		this.nextRetry = Math.min(this.nextRetry * 2, LAST_RETRY);
	}

	private void withdraw(LockOwner owner) {
		this.engine.withdrawals.withdraw(this.request.key, owner, this.request.leaseNanos);
	}

	/**
	 * Return the exception for the last attempt if the store failed. Distinguishes a
	 * failed store from a lock with another holder.
	 */
	private @Nullable LockProviderException describedFailure() {
		return (this.storeFailure != null) ? this.engine.messages.storeFailed(this.request, this.storeFailure) : null;
	}

	private void resign() {
		leaveContest();
		this.queue.resign(this);
	}

	private void leaveContest() {
		Contender contender = this.contender;
		this.contender = null;
		this.storeFailure = null;
		this.lastFailure = null;
		this.nextRetry = FIRST_RETRY;
		if (contender != null) {
			this.engine.store.close(contender);
		}
	}

	/**
	 * Give up because the request has no driver.
	 */
	void end(Throwable failure) {
		if (this.role == Role.LEADING) {
			if (failure instanceof LockProviderException unanswered) {
				this.queue.answered(this.engine.ticker.now(), unanswered);
			}
			resign();
			gone(failure);
		}
		else if (this.queue.abandon(this)) {
			leaveContest();
			gone(failure);
		}
	}

	private void gone(@Nullable Throwable failure) {
		boolean closing = this.engine.closing && !isWithdrawn();
		this.failure = closing ? this.engine.messages.shuttingDown(this.request) : failure;
		this.queue.leave();
	}

	private long left(long time) {
		return Math.max(1, this.engine.ticker.left(time));
	}

}
