// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.distlock.DelegatingHeldLock;
import io.distlock.HeldLock;
import io.distlock.LockCallback;
import io.distlock.LockContext;
import io.distlock.LockLostException;
import io.distlock.OnLost;
import org.jspecify.annotations.Nullable;

/**
 * Period in which this node leads a role.
 *
 * @since 0.1.0
 */
public final class LeaderTerm {

	private final String role;

	/**
	 * Lock of the role, shared by many calls.
	 */
	private final DelegatingHeldLock hold;

	private final long since = System.nanoTime();

	private final AtomicReference<@Nullable RevocationReason> ended = new AtomicReference<>();

	LeaderTerm(String role, HeldLock hold) {
		this.role = role;
		this.hold = new DelegatingHeldLock(hold);
	}

	/**
	 * Return the role.
	 * @return the name of the role
	 */
	public String role() {
		return this.role;
	}

	/**
	 * Return the number of this term, which is greater than the number of every earlier
	 * term of the role on any node. Use the number as a fencing token: reject a write of
	 * the leader if its number is lower than the last number.
	 * @return the fencing token of the role
	 */
	public long number() {
		return this.hold.fencingToken();
	}

	/**
	 * Return whether this node certainly leads, according to the monotonic clock of this
	 * JVM and without a store request.
	 * @return {@code false} after the end of the lease, or once the node has started to
	 * give up the role
	 */
	public boolean isHeld() {
		return this.ended.get() == null && this.hold.isHeld();
	}

	/**
	 * Return the time since the start of this term.
	 * @return the time
	 */
	public Duration ledFor() {
		return Duration.ofNanos(System.nanoTime() - this.since);
	}

	/**
	 * Return the time for which this node certainly leads without another renewal.
	 * @return the time; zero if this node does not lead
	 */
	public Duration remainingLease() {
		return isHeld() ? this.hold.remainingLease() : Duration.ZERO;
	}

	/**
	 * Return the lock of this term, for example for a fencing guard. The lock cannot be
	 * released: {@code release()} only removes the callbacks for a loss, and returns
	 * whether the term continues.
	 * @return a view of the lock
	 */
	public HeldLock lock() {
		return new TermLock(this);
	}

	/**
	 * Do work in this term, with the lock of the term in the {@link LockContext}.
	 * @param <T> the type of the result
	 * @param <E> the exception type of the work
	 * @param action the work
	 * @return the result of the work
	 * @throws E any exception of the work, unchanged
	 * @throws LockLostException if the term ended before the work
	 */
	public <T extends @Nullable Object, E extends Throwable> T execute(LockCallback<T, E> action) throws E {
		TermLock lock = new TermLock(this);
		T result;
		try (lock; LockContext.Binding binding = LockContext.bind(lock, OnLost.FAIL)) {
			result = action.doInLock(lock);
		}
		catch (Throwable ex) {
			if (!isHeld()) {
				ex.addSuppressed(lock.lost());
			}
			throw ex;
		}
		lock.assertHeld();
		return result;
	}

	/**
	 * End the term for the running code. Only the first reason is kept.
	 */
	void end(RevocationReason reason) {
		this.ended.compareAndSet(null, reason);
	}

	/**
	 * Release the role in the store.
	 */
	void giveBack() {
		this.hold.release();
	}

	@Nullable RevocationReason endedBy() {
		return this.ended.get();
	}

	@Override
	public String toString() {
		return "LeaderTerm[role=%s, number=%d, held=%s]".formatted(this.role, number(), isHeld());
	}

	/**
	 * View of a term as a lock that only the election can release.
	 */
	private static final class TermLock extends DelegatingHeldLock {

		private final LeaderTerm term;

		TermLock(LeaderTerm term) {
			super(term.hold);
			this.term = term;
		}

		@Override
		public void onLost(Consumer<LockLostException> callback) {
			this.term.hold.onLost(this, callback);
		}

		@Override
		public boolean isHeld() {
			return this.term.isHeld();
		}

		@Override
		public void assertHeld() {
			if (!isHeld()) {
				throw lost();
			}
		}

		LockLostException lost() {
			return new LockLostException(key(), this.term.role, fencingToken(),
					"This node no longer leads role '%s' (term %d, %s). Leave the work to the new leader, and fence writes with the term"
						.formatted(this.term.role, fencingToken(),
								Objects.requireNonNullElse(this.term.endedBy(), RevocationReason.LOST)));
		}

		@Override
		public Duration remainingLease() {
			return this.term.remainingLease();
		}

		@Override
		public boolean release() {
			close();
			return isHeld();
		}

		/**
		 * Remove the callbacks only; the election releases the lock.
		 */
		@Override
		public void close() {
			this.term.hold.forget(this);
		}

	}

}
