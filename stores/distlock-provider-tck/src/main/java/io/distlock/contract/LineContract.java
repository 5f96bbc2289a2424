// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import io.distlock.LockMode;
import io.distlock.line.LineLockProvider;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.Permits;
import io.distlock.provider.StoredLock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A store in which those who wait stand in a line of keys: places, sessions that end, and
 * requests that arrive late.
 *
 * @since 0.1.0
 */
@Tag("safety")
@Tag("proof")
public abstract class LineContract {

	protected static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Duration LEASE = Duration.ofSeconds(20);

	private final List<AutoCloseable> opened = new ArrayList<>();

	private final String prefix = "line-" + UUID.randomUUID();

	/**
	 * Create a provider, and have it closed after the test.
	 * @return the provider
	 */
	protected abstract LineLockProvider provider();

	/**
	 * Create a provider whose requests can be held back, and have it closed after the
	 * test.
	 * @return the provider
	 */
	protected abstract LineLockProvider watched();

	/**
	 * Return what holds requests back.
	 * @return the wire of the providers that are watched
	 */
	protected abstract Wire wire();

	/**
	 * Return the keys of the store that begin with a prefix.
	 * @param prefix the prefix
	 * @return the keys, in their order
	 */
	protected abstract List<String> below(String prefix);

	/**
	 * Return the places in the line of a lock.
	 * @param key the lock
	 * @return the places, the first one first
	 */
	protected abstract List<String> line(LockKey key);

	/**
	 * End the session that made a place.
	 * @param place the place
	 * @throws Exception if that failed
	 */
	protected abstract void endSession(String place) throws Exception;

	/**
	 * Put a key as another application does, without a session.
	 * @param key the key
	 * @return deletes it as an operator does
	 */
	protected abstract AutoCloseable putForeign(String key);

	/**
	 * Close something after the test.
	 * @param <T> the kind of it
	 * @param resource what to close
	 * @return the same
	 */
	protected final <T extends AutoCloseable> T open(T resource) {
		this.opened.add(resource);
		return resource;
	}

	@AfterEach
	void closeAll() throws Exception {
		for (int i = this.opened.size() - 1; i >= 0; i--) {
			this.opened.get(i).close();
		}
	}

	protected final LockKey key(String name) {
		return new LockKey(this.prefix, name);
	}

	protected static LockClaim claim(LockKey key) {
		return LockClaim.of(key, LEASE, 1, "holder");
	}

	protected static LockOwner owner() {
		return new LockOwner(UUID.randomUUID().toString());
	}

	protected static Optional<Lease> ask(LockProvider provider, LockKey key) {
		return ask(provider, claim(key));
	}

	protected static Optional<Lease> ask(LockProvider provider, LockClaim claim) {
		try (Contender contender = provider.contend(claim, () -> {
		})) {
			return (contender.attempt(owner()) instanceof Attempt.Granted granted) ? Optional.of(granted.lease())
					: Optional.empty();
		}
	}

	protected static Lease take(LockProvider provider, LockKey key) {
		return ask(provider, key).orElseThrow();
	}

	protected final String pathOf(Lease lease) {
		return line(lease.key()).get(0);
	}

	@Test
	void placeThatIsMadeAfterItWasGivenUpIsNotMade() {
		LockProvider provider = watched();
		LockKey key = key("late");
		provider.release(key, take(provider, key).owner());
		wire().holdBack(1);
		try (Contender contender = provider.contend(claim(key), () -> {
		})) {
			assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> contender.attempt(owner()))
				.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(Outcome.TRANSIENT));
		}
		Awaitility.await().atMost(PATIENCE).until(() -> !below("distlock/withdrawn/").isEmpty());
		assertThat(wire().isHoldingBack()).isTrue();
		wire().letGo();
		Awaitility.await().during(Duration.ofSeconds(1)).atMost(PATIENCE).until(() -> line(key).isEmpty());
		assertThat(ask(provider(), key)).isPresent();
	}

	@Test
	void foreignKeysAreNotListedAndHideNoLock() {
		LineLockProvider provider = provider();
		LockKey lock = key("listed");
		LockClaim permit = LockClaim.of(key("listed").in(LockMode.PERMIT), LEASE, 1, "holder")
			.withPermits(new Permits(2, 1));
		take(provider, lock);
		assertThat(ask(provider, permit)).isPresent();
		String numbers = "distlock/permits/";
		below(numbers + permit.key().encoded(400)).forEach((number) -> open(putForeign(number)));
		String beside = this.prefix + "-beside";
		open(putForeign("distlock/locks/" + beside));
		open(putForeign("distlock/locks/" + beside + "/hello"));
		assertThat(provider.heldLocks(10_000)).extracting(StoredLock::key)
			.contains(lock.encoded(400), permit.key().encoded(400))
			.noneMatch((key) -> key.startsWith(beside));
	}

	@Test
	void foreignKeyInTheLineIsNamedToWhoAsksForTheRestOfALease() throws Exception {
		LineLockProvider provider = provider();
		LockKey lock = key("asked");
		String foreign = "distlock/locks/" + lock.encoded(400) + "/hello";
		AutoCloseable put = putForeign(foreign);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> provider.jobLedger().leaseLeft(lock))
			.withMessageContainingAll(foreign, "delete it");
		put.close();
		assertThat(provider.jobLedger().leaseLeft(lock)).isZero();
	}

	@Test
	void linesDoNotGetLongerWithEachLock() {
		LockProvider provider = provider();
		LockKey key = key("again");
		List<String> places = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			Lease held = take(provider, key);
			places.addAll(line(key));
			provider.release(key, held.owner());
		}
		assertThat(places).hasSize(20).containsOnly(places.get(0));
	}

	@Test
	void releaseThatComesLateLeavesTheNextPlaceAlone() {
		LockProvider provider = watched();
		LockKey key = key("late-release");
		Lease first = take(provider, key);
		wire().holdBack(1);
		assertThatExceptionOfType(LockStoreException.class).isThrownBy(() -> provider.release(key, first.owner()));
		assertThat(provider.release(key, first.owner())).isTrue();
		Lease second = take(provider, key);
		wire().letGo();
		assertThat(Renewed.lost(provider, List.of(second))).isEmpty();
		Awaitility.await().during(Duration.ofSeconds(1)).atMost(PATIENCE).until(() -> line(key).size() == 1);
		assertThat(Renewed.lost(provider, List.of(second))).isEmpty();
	}

	@Test
	void endOfASessionIsReportedAndLosesItsLocksAndNoOthers() throws Exception {
		LineLockProvider provider = provider();
		List<LockOwner> lost = new CopyOnWriteArrayList<>();
		provider.addLossListener((Collection<LockOwner> owners) -> lost.addAll(owners));
		Lease held = take(provider, key("lost"));
		LockProvider other = provider();
		Lease kept = take(other, key("kept"));
		endSession(pathOf(held));
		assertThat(Renewed.lost(provider, List.of(held))).containsExactly(held);
		assertThat(lost).containsExactly(held.owner());
		assertThat(Renewed.lost(other, List.of(kept))).isEmpty();
		Lease next = take(provider, key("lost"));
		assertThat(next.firstToken()).isGreaterThan(held.lastToken());
	}

	@Test
	void attemptAfterTheEndOfASessionBeginsANewOne() throws Exception {
		LockProvider provider = provider();
		Lease held = take(provider, key("first"));
		endSession(pathOf(held));
		assertThat(ask(provider, key("second"))).isPresent();
		assertThat(provider.release(held.key(), held.owner())).isFalse();
	}

	@Test
	void waiterWhoseSessionEndedStandsInLineAgain() throws Exception {
		LockKey key = key("waiter");
		LockProvider provider = provider();
		Lease held = take(provider(), key);
		try (Contender contender = provider.contend(claim(key), () -> {
		})) {
			contender.attempt(owner());
			contender.attempt(owner());
			endSession(line(key).stream().filter((path) -> !path.equals(pathOf(held))).findFirst().orElseThrow());
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> contender.attempt(owner()) instanceof Attempt.Busy && line(key).size() == 2);
		}
		Awaitility.await().atMost(PATIENCE).until(() -> line(key).size() == 1);
	}

	@Test
	void morePermitsThanATransactionTakesAreEndedTogether() {
		LineLockProvider provider = provider();
		LockKey key = key("crowd").in(LockMode.PERMIT);
		LockClaim claim = LockClaim.of(key, LEASE, 1, "holder").withPermits(new Permits(200, 1));
		for (int i = 0; i < 150; i++) {
			assertThat(ask(provider, claim)).isPresent();
		}
		assertThat(line(key)).hasSize(150);
		assertThat(provider.forceRelease(key)).isPresent();
		assertThat(line(key)).isEmpty();
	}

	@Test
	void numberOfPermitsIsWrittenAnewAfterTheEndOfItsSession() throws Exception {
		LineLockProvider provider = provider();
		LockKey key = key("numbered").in(LockMode.PERMIT);
		LockClaim claim = LockClaim.of(key, LEASE, 1, "holder").withPermits(new Permits(2, 1));
		assertThat(ask(provider, claim)).isPresent();
		String number = below("distlock/permits/").stream()
			.filter((path) -> path.contains(key.name()))
			.findFirst()
			.orElseThrow();
		endSession(number);
		assertThat(ask(provider, claim)).isPresent();
		assertThat(below(number)).hasSize(1);
		assertThat(ask(provider, claim)).isEmpty();
	}

	@Test
	void placeOfOneWhoGaveUpIsGoneBeforeItAsksAgain() {
		LockKey key = key("gave-up");
		take(provider(), key);
		LockProvider provider = provider();
		for (int i = 0; i < 50; i++) {
			assertThat(ask(provider, key)).isEmpty();
			assertThat(line(key)).hasSize(1);
		}
	}

	/**
	 * As by a member that stands still, while the others go on.
	 */
	@Test
	void placeOfOneWhoGaveUpGoesThoughTheFirstRequestForItHangs() {
		LockKey key = key("hangs");
		String held = pathOf(take(provider(), key));
		LockProvider provider = watched();
		try (Contender contender = provider.contend(claim(key), () -> {
		})) {
			assertThat(contender.attempt(owner())).isInstanceOf(Attempt.Busy.class);
			wire().holdBack(1);
		}
		Awaitility.await().atMost(PATIENCE).until(() -> line(key).equals(List.of(held)));
		assertThat(wire().isHoldingBack()).isTrue();
		wire().letGo();
	}

	@Test
	void closedProviderWaitsForTheEndOfItsSession() {
		LockKey key = key("ends");
		take(provider(), key);
		LockProvider provider = watched();
		wire().holdBackEnds();
		askAndHoldBackTheRemoval(provider, key);
		awaitsWhatIsHeldBack(provider);
		assertThat(line(key)).hasSize(1);
	}

	@Test
	void closedProviderThatHoldsALockWaitsForRemovals() {
		LockKey key = key("removed");
		take(provider(), key);
		LockProvider provider = watched();
		take(provider, key("held"));
		askAndHoldBackTheRemoval(provider, key);
		awaitsWhatIsHeldBack(provider);
		assertThat(line(key)).hasSize(1);
	}

	private void askAndHoldBackTheRemoval(LockProvider provider, LockKey key) {
		try (Contender contender = provider.contend(claim(key), () -> {
		})) {
			assertThat(contender.attempt(owner())).isInstanceOf(Attempt.Busy.class);
			// Also when it is repeated.
			wire().holdBack(100);
		}
		Awaitility.await().atMost(PATIENCE).until(wire()::isHoldingBack);
	}

	private void awaitsWhatIsHeldBack(LockProvider provider) {
		CompletableFuture<Void> closed = CompletableFuture.runAsync(provider::close);
		Awaitility.await().during(Duration.ofMillis(300)).atMost(PATIENCE).until(() -> !closed.isDone());
		wire().letGo();
		closed.join();
	}

	/**
	 * Holds requests back: for as long as a network may, so that they arrive after others
	 * which were sent later.
	 *
	 * @since 0.1.0
	 */
	public interface Wire {

		/**
		 * Hold back so many transactions from now on.
		 * @param transactions how many
		 */
		void holdBack(int transactions);

		/**
		 * Hold back the ends of all sessions from now on.
		 */
		void holdBackEnds();

		/**
		 * Send what was held back, and hold back no more.
		 */
		void letGo();

		/**
		 * Return whether something is held back.
		 * @return whether something is
		 */
		boolean isHoldingBack();

	}

}
