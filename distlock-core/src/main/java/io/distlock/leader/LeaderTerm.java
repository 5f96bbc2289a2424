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
 * The time in which this node leads a role.
 *
 * @since 0.1.0
 */
public final class LeaderTerm {

	private final String role;

	/**
	 * The lock of the role, which many calls use.
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
	 * @return its name
	 */
	public String role() {
		return this.role;
	}

	/**
	 * Return the number of this term: greater than that of every earlier term of the
	 * role, on any node. Let whatever is written in the name of the leader be refused if
	 * it comes with a lower number than the last one.
	 * @return the fencing token of the role
	 */
	public long number() {
		return this.hold.fencingToken();
	}

	/**
	 * Return whether this node surely leads, by the monotonic clock of this JVM and
	 * without asking the store.
	 * @return {@code false} from the end of the lease on, or from when the node began to
	 * give up the role
	 */
	public boolean isHeld() {
		return this.ended.get() == null && this.hold.isHeld();
	}

	/**
	 * Return how long ago this term began.
	 * @return the time
	 */
	public Duration ledFor() {
		return Duration.ofNanos(System.nanoTime() - this.since);
	}

	/**
	 * Return how long this node surely leads without another renewal.
	 * @return the time, zero if it does not lead
	 */
	public Duration remainingLease() {
		return isHeld() ? this.hold.remainingLease() : Duration.ZERO;
	}

	/**
	 * Return the lock that this term is, for a fencing guard for example. It cannot be
	 * released: its {@code release()} only ends its callbacks for a loss, and returns
	 * whether the term continues.
	 * @return a view of the lock
	 */
	public HeldLock lock() {
		return new TermLock(this);
	}

	/**
	 * Do work in this term. Meanwhile {@link LockContext} knows the lock of the term.
	 * @param <T> the type of the result
	 * @param <E> what the work may throw
	 * @param action the work
	 * @return the result of the work
	 * @throws E whatever the work throws, as it is
	 * @throws LockLostException if the term ended before the work did
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
	 * Take back the role from the code that runs. The first reason is kept.
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
	 * A term as a lock that the election alone releases.
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
		 * The election releases it.
		 */
		@Override
		public void close() {
			this.term.hold.forget(this);
		}

	}

}
