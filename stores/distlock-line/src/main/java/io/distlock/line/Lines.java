// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.distlock.line.LineStore.Change;
import io.distlock.line.LineStore.Entry;
import io.distlock.line.internal.HeldPlaces.Removal;
import io.distlock.line.internal.PendingRequests;
import io.distlock.line.internal.RepeatedRequests;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Creates and removes queue entries, and repeats requests until their outcome is known.
 */
final class Lines {

	private final LineStore store;

	private final LineKeys keys;

	private final Slots slots;

	private final PendingRequests pending = new PendingRequests();

	private final RepeatedRequests repeated;

	Lines(LineStore store, LineKeys keys, ScheduledExecutorService timer) {
		this.store = store;
		this.keys = keys;
		this.slots = new Slots(keys);
		this.repeated = new RepeatedRequests(timer);
	}

	LineKeys keys() {
		return this.keys;
	}

	/**
	 * Create a queue entry and read the queue. The servers may receive the request twice;
	 * the second request finds the entry.
	 */
	Entered enter(Session session, LockClaim claim, String purpose) {
		String attempt = this.slots.newAttempt();
		SessionPlace asked = new SessionPlace(this.slots.take(claim.key(), session, attempt), 0, session, attempt);
		String value = HolderText.of(claim, attempt);
		String line = this.keys.line(claim.key());
		CompletableFuture<Optional<Line>> answer = this.store.enter(new Change(asked.path(), value, session.id()),
				this.keys.withdrawn(attempt), line);
		try {
			return this.store.await(purpose, answer)
				.map((made) -> new Entered(asked.madeBy(made.state()), made))
				.orElseGet(() -> find(asked, value, line, purpose));
		}
		catch (LockStoreException ex) {
			untilDone(asked, answer.isCompletedExceptionally() && isRefusal(ex), () -> withdraw(asked, value));
			throw ex;
		}
	}

	/**
	 * Find the entry created by an earlier copy of this request. Other entries in the
	 * same key were created by a late request.
	 */
	private Entered find(SessionPlace asked, String value, String line, String purpose) {
		List<Entry> there = this.store.await(purpose, this.store.read(List.of(asked.path())));
		if (!there.isEmpty() && there.get(0).value().equals(value)) {
			return new Entered(asked.madeBy(there.get(0).made()), this.store.await(purpose, this.store.line(line)));
		}
		there.forEach((stray) -> leave(asked.madeBy(stray.made())));
		throw new LockStoreException("A late request has taken this place in the queue. Try again", Outcome.TRANSIENT,
				null);
	}

	/**
	 * Prevent the later creation of an entry for the duration of its session, and remove
	 * the entry if it was created.
	 */
	private CompletableFuture<?> withdraw(SessionPlace asked, String value) {
		String forbidden = this.keys.withdrawn(asked.attempt());
		return this.store.write(forbidden, 0, List.of(new Change(forbidden, "", asked.session().id())))
			.thenCompose((done) -> this.store.read(List.of(asked.path())))
			.thenCompose((there) -> (!there.isEmpty() && there.get(0).value().equals(value))
					? remove(asked.madeBy(there.get(0).made())) : CompletableFuture.completedFuture(false));
	}

	/**
	 * Read the queue from a majority of the servers.
	 */
	Line read(LockKey key, String purpose) {
		return this.store.await(purpose, this.store.line(this.keys.line(key)));
	}

	/**
	 * Find existing entries.
	 * @return the existing entries with the changes that created them
	 */
	CompletableFuture<Map<String, Long>> find(Collection<String> places) {
		return this.store.read(places)
			.thenApply((there) -> there.stream().collect(Collectors.toMap(Entry::key, Entry::made)));
	}

	/**
	 * Remove an entry, and wait for the answer.
	 */
	Removal remove(SessionPlace place, String purpose) {
		boolean done = this.store.await(purpose, remove(place));
		this.slots.free(place.path(), place.attempt());
		return done ? Removal.DONE : Removal.MISSING;
	}

	/**
	 * Remove an entry in the background.
	 * @return the answer, which completes after the entry is gone, despite failures
	 */
	CompletableFuture<Boolean> leave(SessionPlace place) {
		return untilDone(place, false, () -> remove(place));
	}

	/**
	 * Remove an entry by its last change. An entry is never changed after its creation,
	 * so a late request cannot remove its successor in the same key.
	 */
	private CompletableFuture<Boolean> remove(SessionPlace place) {
		return this.store.write(place.path(), place.transaction(), List.of(Change.removal(place.path())))
			.thenApply((change) -> change != 0);
	}

	/**
	 * Record that all entries of a session are gone.
	 */
	void ended(Session session) {
		this.slots.freeAll(session);
	}

	/**
	 * Return a future that completes after all current background requests.
	 */
	CompletableFuture<Void> answered() {
		return this.pending.done();
	}

	private static boolean isRefusal(LockStoreException failure) {
		return failure.getOutcome() != Outcome.UNKNOWN;
	}

	/**
	 * Repeat a request until the entry is known to be gone.
	 * @param refused {@code true} if the servers have refused to create the entry: if
	 * they refuse this request as well, the entry does not exist
	 */
	private CompletableFuture<Boolean> untilDone(SessionPlace place, boolean refused,
			Supplier<CompletableFuture<?>> request) {
		CompletableFuture<Boolean> done = this.repeated
			.untilDone(() -> place.isOver() ? CompletableFuture.completedFuture(true)
					: request.get().handle((answer, failure) -> isDone(place, refused, failure)));
		this.pending.add(done);
		return done;
	}

	private boolean isDone(SessionPlace place, boolean refused, @Nullable Throwable failure) {
		if (failure == null || (refused && isRefusal(this.store.failed("leave a queue", failure)))) {
			this.slots.free(place.path(), place.attempt());
			return true;
		}
		return place.isOver() || this.store.isSessionGone(failure);
	}

	/**
	 * Queue entry, and the queue that contains it.
	 *
	 * @param place the entry
	 * @param line the queue
	 */
	record Entered(SessionPlace place, Line line) {

	}

}
