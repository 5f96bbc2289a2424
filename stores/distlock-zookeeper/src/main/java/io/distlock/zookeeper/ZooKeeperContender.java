// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.List;

import io.distlock.LockMode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.line.HeldPlace;
import io.distlock.provider.line.HeldPlaces;
import io.distlock.zookeeper.QueueNodes.Entry;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.jspecify.annotations.Nullable;

/**
 * Asks for one lock. The first attempt makes a node and looks whether it is the first in
 * line. If it is not, it stays there for the attempts that follow, and goes when the
 * contender leaves; from the second attempt on, only the node just before it is watched,
 * so that a release wakes one waiter.
 * <p>
 * One who shares the lock waits for those before it who do not, and watches the last of
 * them. One who wants a permit stands there until few enough are before it: it watches
 * the line, since any of them may leave first, so each of those who wait looks again.
 * <p>
 * An attempt is granted only with the answers in hand. One that fails grants nothing, and
 * its node, if there may be one, is either kept for the next attempt or removed, so that
 * no outcome is left open: an owner that was never granted has nothing to withdraw. An
 * owner that was granted takes the node along, and the next attempt makes another.
 * <p>
 * See the page 'zookeeper-protocol' of the reference.
 */
final class ZooKeeperContender implements Contender {

	/**
	 * Longest wait for a wake-up before polling again. The client keeps watches over lost
	 * connections, so this is for nothing but the unforeseen.
	 */
	private static final Duration POLL = Duration.ofSeconds(5);

	private final Sessions sessions;

	private final QueueNodes places;

	private final PermitsInForce permits;

	private final HeldPlaces<QueueNode> held;

	private final LockClaim claim;

	private final LockPath lock;

	private final Runnable wakeUp;

	private final LockMode mode;

	/**
	 * Deadline of the current attempt.
	 */
	private Deadline deadline = new Deadline();

	private boolean waiting;

	private @Nullable QueueNode place;

	/**
	 * The name of the node just before ours, as it was seen last.
	 */
	private @Nullable String before;

	private @Nullable NodeWatch watch;

	ZooKeeperContender(Sessions sessions, QueueNodes places, PermitsInForce permits, HeldPlaces<QueueNode> held,
			LockClaim claim, Runnable wakeUp) {
		this.sessions = sessions;
		this.places = places;
		this.permits = permits;
		this.held = held;
		this.claim = claim;
		this.lock = LockPath.of(places.locks(), claim.key());
		this.wakeUp = wakeUp;
		this.mode = claim.key().mode();
	}

	@Override
	public Attempt attempt(LockOwner owner) {
		this.deadline = new Deadline();
		HeldPlace<QueueNode> known = this.held.find(owner);
		Lease lease = (known != null) ? known.last() : null;
		if (lease != null) {
			return new Attempt.Granted(lease);
		}
		Session session = this.sessions.current();
		boolean first = !this.waiting;
		this.waiting = true;
		QueueNode place = placeIn(session);
		if (place == null) {
			return evaluate(enter(session), owner, first);
		}
		if (this.before != null && this.watch == null) {
			return (this.mode != LockMode.PERMIT) ? watch(place, this.before) : watchLine(place, owner);
		}
		return evaluate(line(place), owner, false);
	}

	@Override
	public void close() {
		QueueNode place = this.place;
		NodeWatch watch = this.watch;
		if (place != null) {
			place.leave();
			if (watch != null && !watch.isFired()) {
				place.session().unwatch(watch.path());
			}
		}
		leaveLine();
	}

	/**
	 * Return our place, if it is of the session that the client has now.
	 */
	private @Nullable QueueNode placeIn(Session session) {
		QueueNode place = this.place;
		if (place != null && place.session() != session) {
			leaveLine();
			return null;
		}
		return place;
	}

	/**
	 * Stand in line. To count those who do is cheaper than to list them, and is all there
	 * is to do where no other node wants the lock.
	 */
	private List<String> enter(Session session) {
		Entry entry = this.places.enter(session, this.lock, this.claim, this.deadline);
		this.place = entry.place();
		try {
			boolean alone = ZooKeeperReplies.await(purpose(), entry.container(), this.deadline).getNumChildren() == 1;
			return alone ? List.of(entry.place().name())
					: ZooKeeperReplies.await(purpose(), session.children(this.lock.parent()), this.deadline);
		}
		catch (NoNodeException ex) {
			return List.of();
		}
		catch (LockStoreException ex) {
			throw withoutEffect(ex);
		}
	}

	/**
	 * Read the line at a time when the session surely lives: a server without a quorum
	 * may not know yet that the others have ended it.
	 */
	private List<String> line(QueueNode place) {
		try {
			return ZooKeeperReplies.await(purpose(), place.session().childrenOfLeader(this.lock.parent()),
					this.deadline);
		}
		catch (NoNodeException ex) {
			return List.of();
		}
		catch (LockStoreException ex) {
			throw withoutEffect(ex);
		}
	}

	private Attempt evaluate(List<String> names, LockOwner owner, boolean first) {
		QueueNode place = this.place;
		List<String> line = LockPath.inLine(names);
		int position = (place != null) ? line.indexOf(place.name()) : -1;
		if (place == null || position < 0) {
			leaveLine();
			return new Attempt.Busy(Duration.ZERO);
		}
		int permits = permits(place);
		return LockPath.FRONT.holds(line, position, this.mode, permits) ? take(place, owner)
				: queue(place, LockPath.FRONT.awaited(line, position, this.mode), first);
	}

	/**
	 * Return how many permits there are: zero for a lock.
	 */
	private int permits(QueueNode place) {
		if (this.mode != LockMode.PERMIT) {
			return 0;
		}
		try {
			return this.permits.declare(place.session(), LockPath.name(this.lock.parent()), this.claim.permits(),
					place.now(), purpose(), this.deadline);
		}
		catch (LockStoreException ex) {
			throw withoutEffect(ex);
		}
	}

	/**
	 * Watch the whole line, since any of those before may leave first, and read it once
	 * more.
	 */
	private Attempt watchLine(QueueNode place, LockOwner owner) {
		NodeWatch watch = new NodeWatch(this.lock.parent(), this.wakeUp);
		try {
			List<String> line = ZooKeeperReplies.await(purpose(), place.session().children(watch.path(), watch),
					this.deadline);
			this.watch = watch;
			return evaluate(line, owner, false);
		}
		catch (NoNodeException ex) {
			leaveLine();
			return new Attempt.Busy(Duration.ZERO);
		}
		catch (LockStoreException ex) {
			throw withoutEffect(ex);
		}
	}

	private Attempt take(QueueNode place, LockOwner owner) {
		if (!isSure(place)) {
			leaveLine();
			return new Attempt.Busy(Duration.ZERO);
		}
		Attempt granted = new Attempt.Granted(this.held.hold(place, this.claim, owner));
		leaveLine();
		return granted;
	}

	private boolean isSure(QueueNode place) {
		try {
			place.session().beSure(place.path(), purpose(), this.deadline);
			return true;
		}
		catch (NoNodeException ex) {
			return false;
		}
		catch (LockStoreException ex) {
			throw withoutEffect(ex);
		}
	}

	private Attempt queue(QueueNode place, String before, boolean first) {
		NodeWatch watch = this.watch;
		if (watch != null && !watch.isFired() && (this.mode == LockMode.PERMIT || before.equals(this.before))) {
			return new Attempt.Busy(POLL);
		}
		this.before = before;
		this.watch = null;
		return (first || this.mode == LockMode.PERMIT) ? new Attempt.Busy(Duration.ZERO) : watch(place, before);
	}

	/**
	 * Watch the node before ours. It is read rather than asked for, since a node that is
	 * gone cannot be watched by that.
	 */
	private Attempt watch(QueueNode place, String before) {
		NodeWatch watch = new NodeWatch(this.lock.child(before), this.wakeUp);
		try {
			ZooKeeperReplies.await(purpose(), place.session().data(watch.path(), watch), this.deadline);
			this.watch = watch;
			return new Attempt.Busy(POLL);
		}
		catch (NoNodeException ex) {
			this.before = null;
			return new Attempt.Busy(Duration.ZERO);
		}
		catch (LockStoreException ex) {
			throw withoutEffect(ex);
		}
	}

	private void leaveLine() {
		this.place = null;
		this.before = null;
		this.watch = null;
	}

	private String purpose() {
		return "acquire '%s'".formatted(this.claim.key());
	}

	/**
	 * Nothing was granted, and the node stays ours.
	 */
	private static LockStoreException withoutEffect(LockStoreException failure) {
		return (failure.getOutcome() != Outcome.UNKNOWN) ? failure
				: new LockStoreException(String.valueOf(failure.getMessage()), Outcome.TRANSIENT, failure.getCause());
	}

}
