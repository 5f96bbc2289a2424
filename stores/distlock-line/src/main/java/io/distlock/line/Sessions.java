// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import io.distlock.line.LineStore.Opened;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;

/**
 * Sessions of this process, one for all locks of similar duration, so that a process with
 * many locks keeps few sessions alive. A session is opened on demand, and lasts half as
 * long again as its locks, so that not every attempt must prolong it.
 * <p>
 * See the page 'line-protocol' of the reference.
 */
final class Sessions {

	private static final long LONGEST_SECONDS = 60;

	private final Map<Long, CompletableFuture<Session>> current = new ConcurrentHashMap<>();

	private final Map<Session, CompletableFuture<Boolean>> keptAlive = new ConcurrentHashMap<>();

	private final LineStore store;

	private final Consumer<Session> ended;

	/**
	 * Create the sessions of a process.
	 * @param store the store
	 * @param ended accepts each lost session
	 */
	Sessions(LineStore store, Consumer<Session> ended) {
		this.store = store;
		this.ended = ended;
	}

	/**
	 * Return a session that is guaranteed to last for the requested lease, or for two
	 * thirds of its own duration if that is shorter.
	 * @throws LockStoreException if the servers did not answer in time
	 */
	Session of(Duration lease, String purpose) {
		long seconds = seconds(lease);
		Session session = this.store.await(purpose, current(seconds));
		return (isFresh(session, lease) || prolong(session, lease, purpose)) ? session
				: fresh(this.store.await(purpose, current(seconds)), lease, purpose);
	}

	/**
	 * Prolong a session unless its guaranteed time suffices.
	 * @return {@code false} if the session has ended
	 * @throws LockStoreException if the servers did not answer in time
	 */
	boolean prolong(Session session, Duration lease, String purpose) {
		if (!isFresh(session, lease)) {
			if (!this.store.await(purpose, keepAliveTogether(session))) {
				return false;
			}
			fresh(session, lease, purpose);
		}
		return true;
	}

	/**
	 * Keep a session alive, counted from now.
	 * @return {@code false} if the session has ended
	 */
	CompletableFuture<Boolean> keepAlive(Session session) {
		CompletableFuture<Boolean> asked = new CompletableFuture<>();
		long sentAt = System.nanoTime();
		this.store.keepAlive(session.id()).whenComplete((alive, failure) -> {
			if (failure == null && alive) {
				session.keptAlive(sentAt);
				asked.complete(true);
			}
			else if (failure == null || this.store.isSessionGone(failure)) {
				end(session);
				asked.complete(false);
			}
			else {
				asked.completeExceptionally(failure);
			}
		});
		return asked;
	}

	/**
	 * Keep a session alive with one request for all concurrent attempts. The request may
	 * have been sent earlier, so this method is unsuitable for renewals, which count from
	 * now.
	 */
	private CompletableFuture<Boolean> keepAliveTogether(Session session) {
		CompletableFuture<Boolean> asked = new CompletableFuture<>();
		CompletableFuture<Boolean> other = this.keptAlive.putIfAbsent(session, asked);
		if (other != null) {
			return other;
		}
		keepAlive(session).whenComplete((alive, failure) -> {
			this.keptAlive.remove(session, asked);
			if (failure != null) {
				asked.completeExceptionally(failure);
			}
			else {
				asked.complete(alive);
			}
		});
		return asked;
	}

	/**
	 * Record the end of a session.
	 */
	void end(Session session) {
		if (!session.isOver()) {
			session.end();
			this.ended.accept(session);
		}
	}

	/**
	 * End all sessions with their entries in the store.
	 * @return the answers
	 */
	CompletableFuture<Void> close() {
		return CompletableFuture.allOf(this.current.values()
			.stream()
			.map((asked) -> asked.thenCompose((session) -> this.store.end(session.id())))
			.toArray(CompletableFuture<?>[]::new));
	}

	private CompletableFuture<Session> current(long seconds) {
		CompletableFuture<Session> known = this.current.get(seconds);
		if (known != null && isOfUse(known)) {
			return known;
		}
		return this.current.compute(seconds,
				(key, latest) -> (latest != null && isOfUse(latest)) ? latest : grant(seconds));
	}

	private static boolean isOfUse(CompletableFuture<Session> asked) {
		return !asked.isDone() || (!asked.isCompletedExceptionally() && !asked.join().isOver());
	}

	private CompletableFuture<Session> grant(long seconds) {
		long sentAt = System.nanoTime();
		return this.store.open(Duration.ofSeconds(seconds)).thenApply((opened) -> session(opened, sentAt));
	}

	private static Session session(Opened opened, long sentAt) {
		return new Session(opened.session(), opened.timeToLive(), sentAt);
	}

	private Session fresh(Session session, Duration lease, String purpose) {
		if (!isFresh(session, lease)) {
			throw new LockStoreException(
					"Could not %s in %s. Its response arrived when the lease had nearly expired: it was unreachable or paused meanwhile, or is too slow for this lease"
						.formatted(purpose, this.store.title()),
					Outcome.TRANSIENT, null);
		}
		return session;
	}

	private static boolean isFresh(Session session, Duration lease) {
		Duration most = session.timeToLive().multipliedBy(2).dividedBy(3);
		return session.trustLeft().compareTo((lease.compareTo(most) < 0) ? lease : most) >= 0;
	}

	private long seconds(Duration lease) {
		Duration longer = (lease.getSeconds() < LONGEST_SECONDS) ? lease.plus(lease.dividedBy(2)) : lease;
		return Math.max(this.store.shortestSession().toSeconds(), Math.min(LONGEST_SECONDS, longer.toSeconds() + 1));
	}

}
