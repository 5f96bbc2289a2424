// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.util.concurrent.Future;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

import io.distlock.leader.Candidacy.Phase;
import org.jspecify.annotations.Nullable;

/**
 * State of a candidacy, shared by the thread that runs it and by the callers that end it.
 * Knows the term, so that both change as one.
 * <p>
 * See the page 'leader' of the reference.
 */
final class CandidacyState {

	private final LeaderSettings settings;

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	// What follows is guarded by the lock, but for what is volatile.

	private Candidacy candidacy = Candidacy.begin().withdrawn().stopped();

	private boolean running;

	private boolean again;

	private @Nullable Thread asking;

	private volatile @Nullable LeaderTerm term;

	CandidacyState(LeaderSettings settings) {
		this.settings = settings;
	}

	/**
	 * Begin a candidacy, or let another one follow the one that ends.
	 * @param starter starts the thread that goes through it
	 */
	void begin(Runnable starter) {
		this.lock.lock();
		try {
			if (!this.running) {
				starter.run();
				this.running = true;
				this.candidacy = Candidacy.begin();
			}
			else if (!this.candidacy.wanted()) {
				this.again = true;
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return what to do now. A caller stops asking once the candidacy has ended.
	 */
	Phase next() {
		this.lock.lock();
		try {
			if (this.candidacy.phase() == Phase.ENDED && this.again) {
				this.again = false;
				this.candidacy = Candidacy.begin();
			}
			this.running = this.candidacy.phase() != Phase.ENDED;
			this.changed.signalAll();
			return this.candidacy.phase();
		}
		finally {
			this.lock.unlock();
		}
	}

	boolean isWanted() {
		this.lock.lock();
		try {
			return this.candidacy.wanted() || this.again;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Nullable LeaderTerm term() {
		return this.term;
	}

	Candidacy candidacy() {
		return apply(UnaryOperator.identity());
	}

	/**
	 * Have those who wait look again.
	 */
	void wake() {
		apply(UnaryOperator.identity());
	}

	Candidacy apply(UnaryOperator<Candidacy> change) {
		this.lock.lock();
		try {
			this.candidacy = change.apply(this.candidacy);
			this.changed.signalAll();
			return this.candidacy;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Begin or end a request for the role. Only a thread that asks is interrupted, and
	 * nothing is left of that afterwards.
	 * @return whether the role is wanted
	 */
	boolean asks(boolean begin) {
		this.lock.lock();
		try {
			Thread.interrupted();
			this.asking = begin ? Thread.currentThread() : null;
			return this.candidacy.wanted();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Take the role that the store has given.
	 * @return whether the node leads; it does not if the role is wanted no more
	 */
	boolean accept(LeaderTerm begun) {
		this.lock.lock();
		try {
			this.candidacy = this.candidacy.granted(System.nanoTime());
			boolean leading = this.candidacy.phase() == Phase.LEADING;
			if (!leading) {
				begun.end(RevocationReason.CLOSED);
			}
			this.term = begun;
			return leading;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * End the current term, if there is one.
	 * @return whether it did
	 */
	boolean end(@Nullable LeaderTerm ended, RevocationReason reason) {
		this.lock.lock();
		try {
			boolean held = ended != null && ended == this.term && ended.isHeld();
			if (held) {
				revoke(reason);
			}
			return held;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Wait for the end of the lease by the clock, whether or not anything else reports
	 * it.
	 */
	void awaitEndOfLease() {
		this.lock.lock();
		try {
			LeaderTerm leading = this.term;
			if (leading == null || !leading.isHeld()) {
				revoke(RevocationReason.LOST);
			}
			else if (this.candidacy.phase() == Phase.LEADING) {
				awaitNanos(Math.max(leading.remainingLease().toNanos(), 1_000));
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void revoke(RevocationReason reason) {
		LeaderTerm ended = this.term;
		if (ended != null) {
			ended.end(reason);
		}
		apply((known) -> known.revoked(reason));
	}

	/**
	 * Forget the term, which is to be given back.
	 */
	@Nullable LeaderTerm takeTerm() {
		LeaderTerm ended = this.term;
		this.term = null;
		return ended;
	}

	/**
	 * Wait until it is time to ask again, and listeners are ready for an event.
	 * @param idle is done when they are
	 */
	void rest(Future<?> idle) {
		this.lock.lock();
		try {
			while (this.candidacy.phase() == Phase.RESTING) {
				long left = this.candidacy.restUntil() - System.nanoTime();
				if (left <= 0 && idle.isDone()) {
					this.candidacy = this.candidacy.rested();
				}
				else {
					awaitNanos((left > 0) ? left : Long.MAX_VALUE);
				}
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void awaitNanos(long nanos) {
		try {
			this.changed.awaitNanos(nanos);
		}
		catch (InterruptedException ex) {
			// The awaited state is checked again.
		}
	}

	/**
	 * End the candidacy, and the term at once.
	 */
	void withdraw() {
		this.lock.lock();
		try {
			this.again = false;
			this.candidacy = this.candidacy.withdrawn();
			LeaderTerm known = this.term;
			if (known != null) {
				known.end(RevocationReason.CLOSED);
			}
			if (this.asking != null) {
				this.asking.interrupt();
			}
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Wait for the end of a candidacy that was withdrawn: after its lease the role is
	 * free in any case.
	 */
	void awaitEnd() {
		this.lock.lock();
		try {
			long left = this.settings.listenerTimeout().plus(this.settings.leaseTime()).toNanos();
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
