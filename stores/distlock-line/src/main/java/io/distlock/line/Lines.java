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
 * Makes and removes places in lines, until it is known what became of them.
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
	 * Stand in line, and read it. The request may come twice: the second one finds the
	 * place.
	 * @throws LockStoreException if that failed; then no place is left, or will be made
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
	 * Find the place that a request has made which came before this one. What else is
	 * there was put by one that came late.
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
	 * Forbid to make a place later, for as long as its session lives, and remove it if it
	 * has been made.
	 */
	private CompletableFuture<?> withdraw(SessionPlace asked, String value) {
		String forbidden = this.keys.withdrawn(asked.attempt());
		return this.store.write(forbidden, 0, List.of(new Change(forbidden, "", asked.session().id())))
			.thenCompose((done) -> this.store.read(List.of(asked.path())))
			.thenCompose((there) -> (!there.isEmpty() && there.get(0).value().equals(value))
					? remove(asked.madeBy(there.get(0).made())) : CompletableFuture.completedFuture(false));
	}

	/**
	 * Read the line as a majority of the servers has it.
	 */
	Line read(LockKey key, String purpose) {
		return this.store.await(purpose, this.store.line(this.keys.line(key)));
	}

	/**
	 * Find those of some places that are there.
	 * @return the changes that made them
	 */
	CompletableFuture<Map<String, Long>> find(Collection<String> places) {
		return this.store.read(places)
			.thenApply((there) -> there.stream().collect(Collectors.toMap(Entry::key, Entry::made)));
	}

	/**
	 * Remove a place, and wait for the answer.
	 */
	Removal remove(SessionPlace place, String purpose) {
		boolean done = this.store.await(purpose, remove(place));
		this.slots.free(place.path(), place.attempt());
		return done ? Removal.DONE : Removal.MISSING;
	}

	/**
	 * Remove a place in the background.
	 * @return the answer, which no failure ends before the place is gone
	 */
	CompletableFuture<Boolean> leave(SessionPlace place) {
		return untilDone(place, false, () -> remove(place));
	}

	/**
	 * A place is never changed, so its last change is the one that made it. A request
	 * that comes late must not remove the place that comes after this one.
	 */
	private CompletableFuture<Boolean> remove(SessionPlace place) {
		return this.store.write(place.path(), place.transaction(), List.of(Change.removal(place.path())))
			.thenApply((change) -> change != 0);
	}

	/**
	 * Note that all places of a session have gone.
	 */
	void ended(Session session) {
		this.slots.freeAll(session);
	}

	/**
	 * Return when all is answered that runs in the background now.
	 */
	CompletableFuture<Void> answered() {
		return this.pending.done();
	}

	private static boolean isRefusal(LockStoreException failure) {
		return failure.getOutcome() != Outcome.UNKNOWN;
	}

	/**
	 * Send a request that makes sure that a place is gone, until it is done.
	 * @param refused whether the servers have refused to make the place: if they refuse
	 * this too, there is none
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
	 * A place, and the line as it was when the place was in it.
	 *
	 * @param place the place
	 * @param line the line
	 */
	record Entered(SessionPlace place, Line line) {

	}

}
