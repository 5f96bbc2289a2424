// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.Duration;

import io.distlock.LockMode;
import io.distlock.line.Lines.Entered;
import io.distlock.line.internal.HeldPlace;
import io.distlock.line.internal.PendingRequests;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Queue entry of a lock from the first attempt on, and a watch on the previous entry
 * while the engine waits. The watch begins at the state at which the queue was read, so
 * no change is missed.
 * <p>
 * See the page 'line-protocol' of the reference.
 */
final class LineContender implements Contender {

	private static final int ROUNDS = 3;

	private static final Duration WITHOUT_WATCH = Duration.ofMillis(250);

	private static final Duration LEAVING = Duration.ofSeconds(1);

	private final LineParts parts;

	private final LockClaim claim;

	private final Runnable wakeUp;

	private final LockMode mode;

	private @Nullable SessionPlace place;

	private @Nullable Line unwatched;

	private @Nullable LineWatch watch;

	/**
	 * Entry whose removal is watched.
	 */
	private String awaited = "";

	LineContender(LineParts parts, LockClaim claim, Runnable wakeUp) {
		this.parts = parts;
		this.claim = claim;
		this.wakeUp = wakeUp;
		this.mode = claim.key().mode();
	}

	@Override
	public Attempt attempt(LockOwner owner) {
		HeldPlace<SessionPlace> known = this.parts.held().find(owner);
		Lease lease = (known != null) ? known.last() : null;
		if (lease != null) {
			return new Attempt.Granted(lease);
		}
		try {
			SessionPlace place = livingPlace();
			if (place == null) {
				return evaluate(enter(), owner, true);
			}
			Line unwatched = this.unwatched;
			if (unwatched != null) {
				this.unwatched = null;
				return watch(place, unwatched);
			}
			return evaluate(this.parts.lines().read(this.claim.key(), purpose()), owner, false);
		}
		catch (LockStoreException ex) {
			throw withoutEffect(ex);
		}
	}

	/**
	 * Leave the queue, and wait briefly for the answer: requests may overtake each other,
	 * and the next attempt of this node would be queued behind the old entry.
	 */
	@Override
	public void close() {
		SessionPlace place = this.place;
		if (place != null) {
			PendingRequests.await(this.parts.lines().leave(place), LEAVING);
		}
		leaveLine();
	}

	/**
	 * Return the entry of this contender, unless its session has ended.
	 */
	private @Nullable SessionPlace livingPlace() {
		SessionPlace place = this.place;
		if (place != null && !this.parts.sessions().prolong(place.session(), this.claim.leaseTime(), purpose())) {
			leaveLine();
			return null;
		}
		return place;
	}

	/**
	 * Create the queue entry. The session may end before the request completes.
	 */
	private Line enter() {
		for (int round = 0; round < ROUNDS; round++) {
			Session session = this.parts.sessions().of(this.claim.leaseTime(), purpose());
			try {
				Entered entered = this.parts.lines().enter(session, this.claim, purpose());
				this.place = entered.place();
				return entered.line();
			}
			catch (LockStoreException ex) {
				if (!this.parts.store().isSessionGone(ex)) {
					throw ex;
				}
				this.parts.sessions().end(session);
			}
		}
		throw new LockStoreException("Could not %s in %s: its sessions expire as soon as they are opened"
			.formatted(purpose(), this.parts.store().title()), Outcome.TRANSIENT, null);
	}

	private Attempt evaluate(Line line, LockOwner owner, boolean first) {
		SessionPlace place = this.place;
		this.parts.foreign().refuse(line, purpose());
		int position = (place != null) ? line.places().indexOf(place.path()) : -1;
		if (place == null || position < 0) {
			leaveLine();
			return new Attempt.Busy(Duration.ZERO);
		}
		int permits = (this.mode == LockMode.PERMIT)
				? this.parts.numbers().declare(this.claim.key(), this.claim.permits(), purpose()) : 0;
		if (LineKeys.FRONT.holds(line.places(), position, this.mode, permits)) {
			Attempt granted = new Attempt.Granted(this.parts.held().hold(place, this.claim, owner));
			leaveLine();
			return granted;
		}
		return queue(place, line, LineKeys.FRONT.awaited(line.places(), position, this.mode), first);
	}

	private Attempt queue(SessionPlace place, Line line, String awaited, boolean first) {
		LineWatch watch = this.watch;
		if (watch != null && !watch.isOver() && this.mode != LockMode.PERMIT && awaited.equals(this.awaited)) {
			return new Attempt.Busy(poll(place));
		}
		this.awaited = awaited;
		if (first) {
			this.unwatched = line;
			return new Attempt.Busy(Duration.ZERO);
		}
		return watch(place, line);
	}

	/**
	 * Watch the previous entry. For a permit, watch the whole queue, because any entry
	 * ahead may leave first.
	 */
	private Attempt watch(SessionPlace place, Line line) {
		endWatch();
		boolean whole = this.mode == LockMode.PERMIT;
		String path = whole ? this.parts.lines().keys().line(this.claim.key()) : this.awaited;
		LineWatch watch = this.parts.store().watch(path, whole, line.state(), this.wakeUp);
		this.watch = watch;
		return new Attempt.Busy(watch.isOver() ? WITHOUT_WATCH : poll(place));
	}

	/**
	 * Return the time until the next poll, which keeps the session alive even if no watch
	 * fires.
	 */
	private static Duration poll(SessionPlace place) {
		return place.session().timeToLive().dividedBy(4);
	}

	private void leaveLine() {
		this.place = null;
		this.unwatched = null;
		endWatch();
	}

	private void endWatch() {
		LineWatch watch = this.watch;
		this.watch = null;
		if (watch != null) {
			watch.close();
		}
	}

	/**
	 * Mark a failed attempt as not granted: its entry is withdrawn, or kept to be checked
	 * again.
	 */
	private static LockStoreException withoutEffect(LockStoreException failure) {
		return (failure.getOutcome() != Outcome.UNKNOWN) ? failure
				: new LockStoreException(String.valueOf(failure.getMessage()), Outcome.TRANSIENT, failure.getCause());
	}

	private String purpose() {
		return "acquire '%s'".formatted(this.claim.key());
	}

}
