// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.distlock.LockMode;
import io.distlock.line.internal.HeldPlace;
import io.distlock.line.internal.HeldPlaces;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Contender for one lock. The first attempt creates a node and checks whether it is the
 * first queue entry. Otherwise the node stays for subsequent attempts and is removed when
 * the contender leaves. From the second attempt on, only the previous node is watched, so
 * that a release wakes one waiter.
 * <p>
 * A contender for a shared lock waits for earlier exclusive entries, and watches the last
 * of them. A contender for a permit waits until few enough entries are ahead: it watches
 * the whole queue, because any entry ahead may leave first, so each waiter checks again.
 * <p>
 * A grant requires all answers. A failed attempt grants nothing, and its possible node is
 * either kept for the next attempt or removed, so no outcome remains open: an owner
 * without a grant has nothing to withdraw. A granted owner takes over the node, and the
 * next attempt creates another node.
 * <p>
 * See the page 'zookeeper-protocol' of the reference.
 */
final class ZooKeeperContender implements Contender {

	/**
	 * Maximum wait for a wake-up before the next poll. The client keeps watches across
	 * connections, so polling covers unforeseen cases only.
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
	 * Last known name of the previous node.
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
		try {
			return attempt(this.sessions.current(), owner);
		}
		catch (NoNodeException ex) {
			leaveLine();
			return new Attempt.Busy(Duration.ZERO);
		}
		catch (LockStoreException ex) {
			throw ZooKeeperReplies.withoutEffect(ex);
		}
	}

	private Attempt attempt(Session session, LockOwner owner) throws NoNodeException {
		boolean first = !this.waiting;
		this.waiting = true;
		QueueNode place = placeIn(session);
		if (place == null) {
			return evaluate(enter(session), owner, first);
		}
		if (this.before != null && this.watch == null) {
			return (this.mode != LockMode.PERMIT) ? watch(place, this.before) : watchLine(place, owner);
		}
		// At a time when the session surely lives: a server without a quorum may not know
		// yet that the others have ended it.
		return evaluate(await(session.childrenOfLeader(this.lock.parent())), owner, false);
	}

	@Override
	public void close() {
		QueueNode place = this.place;
		NodeWatch watch = this.watch;
		if (place != null) {
			place.leave();
			if (watch != null && !watch.fired) {
				place.session().unwatch(watch.path);
			}
		}
		leaveLine();
	}

	/**
	 * Return the node of this contender, if it belongs to the current session.
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
	 * Create the queue entry. The number of entries is cheaper to read than their names,
	 * and suffices for an uncontended lock.
	 */
	private List<String> enter(Session session) throws NoNodeException {
		QueueNode place = this.places.enter(session, this.lock, this.claim, this.deadline);
		this.place = place;
		boolean alone = await(place.container()).getNumChildren() == 1;
		return alone ? List.of(place.name()) : await(session.children(this.lock.parent()));
	}

	private Attempt evaluate(List<String> names, LockOwner owner, boolean first) throws NoNodeException {
		QueueNode place = this.place;
		List<String> line = LockPath.inLine(names);
		int position = (place != null) ? line.indexOf(place.name()) : -1;
		if (place == null || position < 0) {
			leaveLine();
			return new Attempt.Busy(Duration.ZERO);
		}
		int permits = permits(place);
		if (LockPath.FRONT.holds(line, position, this.mode, permits)) {
			return take(place, owner);
		}
		if (first) {
			check(place, line.get(0));
		}
		return queue(place, LockPath.FRONT.awaited(line, position, this.mode), first);
	}

	/**
	 * Verify that the first entry will disappear eventually. Each persistent node reaches
	 * the front of the queue at some time.
	 */
	private void check(QueueNode place, String name) {
		String path = this.lock.child(name);
		try {
			ZooKeeperReplies.refusePersistent(purpose(), path, await(place.session().exists(path)));
		}
		catch (NoNodeException ex) {
			// The next attempt finds another one there.
		}
	}

	/**
	 * Return the number of permits, zero for a lock.
	 */
	private int permits(QueueNode place) {
		return (this.mode != LockMode.PERMIT) ? 0 : this.permits.declare(place.session(),
				LockPath.name(this.lock.parent()), this.claim.permits(), place.now(), purpose(), this.deadline);
	}

	/**
	 * Watch the whole queue, because any entry ahead may leave first, and read it once
	 * more.
	 */
	private Attempt watchLine(QueueNode place, LockOwner owner) throws NoNodeException {
		NodeWatch watch = new NodeWatch(this.lock.parent());
		List<String> line = await(place.session().children(watch.path, watch));
		this.watch = watch;
		return evaluate(line, owner, false);
	}

	private Attempt take(QueueNode place, LockOwner owner) throws NoNodeException {
		place.session().verifyExists(place.path(), purpose(), this.deadline);
		Attempt granted = new Attempt.Granted(this.held.hold(place, this.claim, owner));
		leaveLine();
		return granted;
	}

	private Attempt queue(QueueNode place, String before, boolean first) {
		NodeWatch watch = this.watch;
		if (watch != null && !watch.fired && (this.mode == LockMode.PERMIT || before.equals(this.before))) {
			return new Attempt.Busy(POLL);
		}
		this.before = before;
		this.watch = null;
		return (first || this.mode == LockMode.PERMIT) ? new Attempt.Busy(Duration.ZERO) : watch(place, before);
	}

	/**
	 * Watch the previous node. The node is read instead of checked for existence, because
	 * such a read sets no watch on a missing node.
	 */
	private Attempt watch(QueueNode place, String before) {
		NodeWatch watch = new NodeWatch(this.lock.child(before));
		try {
			Stat found = await(place.session().data(watch.path, watch)).stat();
			this.watch = watch;
			ZooKeeperReplies.refusePersistent(purpose(), watch.path, found);
			return new Attempt.Busy(POLL);
		}
		catch (NoNodeException ex) {
			this.before = null;
			return new Attempt.Busy(Duration.ZERO);
		}
	}

	private void leaveLine() {
		this.place = null;
		this.before = null;
		this.watch = null;
	}

	private <T> T await(CompletableFuture<T> answer) throws NoNodeException {
		return ZooKeeperReplies.await(purpose(), answer, this.deadline);
	}

	private String purpose() {
		return "acquire '%s'".formatted(this.claim.key());
	}

	/**
	 * Waits for the removal of one node. Also wakes up when the connection changes, to
	 * check whether the session is still alive.
	 */
	private final class NodeWatch implements Watcher {

		private final String path;

		private volatile boolean fired;

		NodeWatch(String path) {
			this.path = path;
		}

		@Override
		public void process(WatchedEvent event) {
			if (event.getType() != Event.EventType.None) {
				this.fired = true;
			}
			ZooKeeperContender.this.wakeUp.run();
		}

	}

}
