// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;

import io.distlock.HeldLock;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.provider.Contender;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.HoldRules;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.StoredLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Who may hold a lock that can be shared, and for how long.
 *
 * @since 0.1.0
 */
@Tag("safety")
public abstract class SharedLockContract extends HoldContract {

	private static final int STEPS = 120;

	protected SharedLockContract() {
		super(LockMode.SHARED);
	}

	/**
	 * The same random run against the rules and the store.
	 */
	@Test
	void storeDecidesByTheRules() {
		long seed = Long.getLong("distlock.test.seed", System.nanoTime());
		Random random = new Random(seed);
		List<LockProvider> providers = List.of(openProvider(), openProvider());
		LockKey writers = lockKey("rules", LockMode.EXCLUSIVE);
		LockKey readers = writers.in(LockMode.SHARED);
		List<Held> held = new ArrayList<>();
		long last = 1;
		for (int step = 0; step < STEPS; step++) {
			LockProvider provider = providers.get(random.nextInt(2));
			String state = "step %d of seed %d, with %d holders".formatted(step, seed, held.size());
			int choice = random.nextInt(10);
			if (choice < 6) {
				LockKey key = (random.nextInt(3) == 0) ? writers : readers;
				LockMode mode = held.isEmpty() ? key.mode() : held.get(0).lease().key().mode();
				boolean free = HoldRules.mayHold(key.mode(), mode, held.size(), 0, false);
				Lease granted = ask(provider, claim(key, LONG)).orElse(null);
				assertThat(granted != null).as("%s is granted in %s", key.mode(), state).isEqualTo(free);
				if (granted != null) {
					assertToken(granted, held, last, state);
					last = granted.lastToken();
					held.add(new Held(provider, granted));
				}
			}
			else if (choice < 9 && !held.isEmpty()) {
				Held ended = held.remove(random.nextInt(held.size()));
				Lease lease = ended.lease();
				assertThat(ended.provider().release(lease.key(), lease.owner(), 0)).as("release() in %s", state)
					.isTrue();
				assertThat(lost(List.of(ended))).as("lost in %s", state).containsExactly(lease);
			}
			else {
				assertThat(provider.release(readers, owner(), 0)).as("release() of a stranger in %s", state).isFalse();
				assertThat(lost(held)).as("lost in %s", state).isEmpty();
			}
			assertListed(provider, writers, held, state);
		}
	}

	private void assertToken(Lease granted, List<Held> held, long last, String state) {
		if (granted.key().mode() == LockMode.EXCLUSIVE) {
			assertThat(granted.firstToken()).as("token of a writer in %s", state).isGreaterThan(last);
		}
		else {
			assertThat(granted.lastToken()).as("token of a reader in %s", state)
				.isGreaterThanOrEqualTo(last)
				.isEqualTo(granted.firstToken());
			if (store().grantsUnusedTokensAgain()) {
				held.forEach((other) -> assertThat(other.lease().lastToken()).as("tokens of readers in %s", state)
					.isEqualTo(granted.lastToken()));
			}
		}
	}

	private static void assertListed(LockProvider provider, LockKey key, List<Held> held, String state) {
		if (provider instanceof LockCatalog) {
			String encoded = key.encoded(200);
			assertThat(listed(provider)).filteredOn((lock) -> lock.key().equals(encoded))
				.as("what is listed in %s", state)
				.hasSameSizeAs(held)
				.allMatch((lock) -> lock.holder().equals("holder") && lock.remaining().compareTo(LONG) <= 0)
				.allMatch((lock) -> lock.mode() == held.get(0).lease().key().mode());
		}
	}

	@Test
	void attemptThatIsRepeatedHoldsOnce() {
		LockProvider provider = openProvider();
		LockKey readers = lockKey("twice", LockMode.SHARED);
		LockOwner owner = owner();
		Lease first = ask(provider, claim(readers, LONG), owner).orElseThrow();
		Lease again = ask(provider, claim(readers, LONG), owner).orElseThrow();
		assertThat(again.lastToken()).isEqualTo(first.lastToken());
		assertThat(provider.release(readers, owner, 0)).isTrue();
		take(provider, claim(readers.in(LockMode.EXCLUSIVE), LONG));
	}

	@Test
	void readerThatCrashesEndsWithItsOwnLease() {
		LockProvider provider = openProvider();
		LockKey readers = lockKey("crashed-reader", LockMode.SHARED);
		LockClaim writer = claim(readers.in(LockMode.EXCLUSIVE), LONG);
		take(provider, claim(readers, SHORT));
		Lease living = take(provider, claim(readers, LONG));
		pause(store().heldAfterDeath(SHORT).plusMillis(200));
		assertBusy(provider, writer);
		assertThat(provider.release(readers, living.owner(), 0)).isTrue();
		take(provider, writer);
	}

	/**
	 * With one time to live for all readers, one of them shortens that of the others, as
	 * in Redisson #2144.
	 */
	@Test
	@Tag("timing")
	void renewalOfOneLeavesTheLeasesOfOthers() {
		LockProvider provider = openProvider();
		LockKey readers = lockKey("own-ends", LockMode.SHARED);
		LockClaim writer = claim(readers.in(LockMode.EXCLUSIVE), LONG);
		Lease lasting = take(provider, claim(readers, LONG));
		Lease brief = take(provider, claim(readers, SHORT));
		assertThat(Renewed.lost(provider, List.of(brief))).isEmpty();
		pause(SHORT.plusMillis(200));
		assertBusy(provider, writer);
		provider.release(readers, lasting.owner(), 0);
		Lease next = await(provider.contend(writer, () -> {
		}));
		assertThat(Renewed.lost(provider, List.of(brief))).as("of a reader whose lease ended before a writer came")
			.containsExactly(brief);
		assertThat(Renewed.lost(provider, List.of(next))).isEmpty();
	}

	/**
	 * What a node renews is its own, unlike in Redisson #7098, where a node that lives
	 * renewed the readers of one that had died.
	 */
	@Test
	void renewalsOfOneDoNotKeepADeadReaderAlive() {
		LockProvider dying = openProvider();
		LockProvider provider = openProvider();
		LockKey readers = lockKey("dead-reader", LockMode.SHARED);
		take(dying, claim(readers, SHORT));
		long end = System.nanoTime() + store().heldAfterDeath(SHORT).plusMillis(200).toNanos();
		Lease living = take(provider, claim(readers, LONG));
		do {
			assertThat(Renewed.lost(provider, List.of(living))).isEmpty();
			pause(Duration.ofMillis(50));
		}
		while (System.nanoTime() - end < 0);
		assertThat(provider.release(readers, living.owner(), 0)).isTrue();
		take(provider, claim(readers.in(LockMode.EXCLUSIVE), LONG));
	}

	@Test
	void writerThatWaitsComesBeforeLaterReaders() {
		LockProvider provider = openProvider();
		LockProvider another = openProvider();
		LockKey readers = lockKey("writer-waits", LockMode.SHARED);
		Lease reading = take(provider, claim(readers, LONG));
		try (Contender writer = waiting(another, claim(readers.in(LockMode.EXCLUSIVE), LONG))) {
			assertBusy(provider, claim(readers, LONG));
			provider.release(readers, reading.owner(), 0);
			Lease written = await(writer);
			assertThat(written.firstToken()).isGreaterThan(reading.lastToken());
			assertBusy(provider, claim(readers, LONG));
		}
	}

	@Test
	void readersGoOnWhenTheWriterGivesUp() {
		LockProvider provider = openProvider();
		LockKey readers = lockKey("writer-leaves", LockMode.SHARED);
		take(provider, claim(readers, LONG));
		waiting(openProvider(), claim(readers.in(LockMode.EXCLUSIVE), LONG)).close();
		until(() -> ask(provider, claim(readers, LONG)).isPresent());
	}

	@Test
	void readersThatWaitForAWriterAllCome() {
		LockKey readers = lockKey("readers-wait", LockMode.SHARED);
		LockProvider writing = openProvider();
		Lease written = take(writing, claim(readers.in(LockMode.EXCLUSIVE), LONG));
		List<Contender> waiting = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			waiting.add(waiting(openProvider(), claim(readers, LONG)));
		}
		assertThat(writing.release(written.key(), written.owner(), 0)).isTrue();
		waiting.forEach((reader) -> {
			await(reader);
			reader.close();
		});
	}

	/**
	 * Each in line waits for those before it only. A reader that also waits for a writer
	 * behind it, while that one waits for the reader, waits for ever: kazoo #649.
	 */
	@Test
	void readerAndAnotherWriterThatWaitForAWriterBothCome() {
		LockProvider writing = openProvider();
		LockKey readers = lockKey("both-behind", LockMode.SHARED);
		LockClaim write = claim(readers.in(LockMode.EXCLUSIVE), LONG);
		LockProvider reading = openProvider();
		Lease first = take(writing, write);
		try (Contender reader = waiting(reading, claim(readers, LONG));
				Contender writer = waiting(openProvider(), write)) {
			assertThat(writing.release(first.key(), first.owner(), 0)).isTrue();
			Lease read = await(reader);
			assertThat(reading.release(readers, read.owner(), 0)).isTrue();
			assertThat(await(writer).firstToken()).isGreaterThan(first.lastToken());
		}
	}

	@Test
	void forcedReleaseEndsAllReaders() {
		LockProvider provider = openProvider();
		if (provider instanceof ForcedRelease operator) {
			LockKey writers = lockKey("forced", LockMode.EXCLUSIVE);
			LockKey readers = writers.in(LockMode.SHARED);
			List<Lease> ended = List.of(take(provider, claim(readers, LONG)), take(provider, claim(readers, LONG)));
			StoredLock released = operator.forceRelease(writers).orElseThrow();
			assertThat(released.mode()).isEqualTo(LockMode.SHARED);
			assertThat(released.lastToken()).isGreaterThanOrEqualTo(ended.get(0).lastToken());
			Lease next = take(provider, claim(writers, LONG));
			assertThat(next.firstToken()).isGreaterThan(released.lastToken());
			assertThat(Renewed.lost(provider, ended)).isEqualTo(ended);
		}
	}

	@Test
	void keyThatWasDeletedIsLostForReaders() {
		LockProvider provider = openProvider();
		LockKey readers = lockKey("deleted", LockMode.SHARED);
		Lease reading = take(provider, claim(readers, LONG));
		store().delete(readers);
		assertThat(Renewed.lost(provider, List.of(reading))).containsExactly(reading);
		Lease written = take(provider, claim(readers.in(LockMode.EXCLUSIVE), Duration.ofSeconds(20)));
		assertThat(written.firstToken()).isGreaterThan(reading.lastToken());
	}

	@Test
	void readersOfOneNodeShareALease() throws Exception {
		TestNode node = node(TestNode.SETTINGS.withHandOff(32, Duration.ofMinutes(10)));
		String key = key("one-lease");
		HeldLock first = inThreadAndWait(() -> node.template.acquire(reading(key)));
		int asked = node.provider.attempts.get();
		HeldLock second = inThreadAndWait(() -> node.template.acquire(reading(key)));
		assertThat(node.provider.attempts).as("attempts for a second reader of a node").hasValue(asked);
		assertThat(second.fencingToken()).isEqualTo(first.fencingToken());
		assertThat(first.release()).isTrue();
		assertThat(node.template.tryAcquire(key)).as("what a writer gets while another thread reads").isEmpty();
		assertThat(second.release()).isTrue();
		assertThat(node.template.acquire(request(key)).fencingToken()).isGreaterThan(second.fencingToken());
	}

	@Test
	void writerComesThroughAStreamOfReaders() throws Exception {
		List<TestNode> nodes = List.of(node(), node());
		String key = key("stream");
		AtomicBoolean written = new AtomicBoolean();
		AtomicInteger reading = new AtomicInteger();
		List<Future<Integer>> readers = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			TestNode node = nodes.get(i % 2);
			readers.add(inThread(() -> {
				int reads = 0;
				while (!written.get()) {
					try (HeldLock held = node.template.acquire(reading(key))) {
						reading.incrementAndGet();
						pause(Duration.ofMillis(20));
						reading.decrementAndGet();
						reads++;
					}
				}
				return reads;
			}));
		}
		until(() -> reading.get() > 1);
		TestNode writer = node();
		try (HeldLock held = writer.template.acquire(request(key))) {
			assertThat(reading).as("readers beside a writer").hasValue(0);
			written.set(true);
		}
		for (Future<Integer> reader : readers) {
			assertThat(reader.get()).isPositive();
		}
	}

	@Test
	void readersAndAWriterThatWaitOnOneNodeAreAllServed() throws Exception {
		TestNode holder = node();
		TestNode node = node();
		String key = key("both-wait");
		HeldLock held = holder.template.acquire(request(key));
		List<Future<Boolean>> waiting = new ArrayList<>();
		for (LockRequest each : List.of(reading(key), request(key), reading(key))) {
			waiting.add(inThread(() -> node.template.acquire(each).release()));
		}
		until(() -> node.engine.waiting() == 3 && node.provider.attempts.get() >= 4);
		assertThat(held.release()).isTrue();
		for (Future<Boolean> one : waiting) {
			assertThat(one.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
	}

	@Test
	void readerThatReadsAgainDoesNotWaitForAWriter() throws Exception {
		TestNode node = node();
		String key = key("read-again");
		try (HeldLock outer = node.template.acquire(reading(key));
				Contender writer = waiting(openProvider(), TestNode.key(key))) {
			try (HeldLock inner = node.template.tryAcquire(reading(key)).orElseThrow()) {
				assertThat(inner.isHeld()).isTrue();
			}
			assertThat(outer.isHeld()).isTrue();
		}
	}

	private static Contender waiting(LockProvider provider, LockKey key) {
		return waiting(provider, claim(key, LONG));
	}

	/**
	 * Redisson #7251: a reader that had read again was renewed for ever.
	 */
	@Test
	void readerThatReadAgainLeavesNothingToRenew() throws Exception {
		TestNode node = node();
		LockRequest reading = reading(key("nothing-left"));
		HeldLock outer = node.template.acquire(reading);
		HeldLock inner = node.template.acquire(reading);
		assertThat(inner.release()).isTrue();
		assertThat(outer.isHeld()).isTrue();
		assertThat(outer.release()).isTrue();
		assertThat(node.engine.heldLeases()).isZero();
		take(openProvider(), claim(TestNode.key(key("nothing-left")), LONG));
	}

	@Test
	void readerThatWantsToWriteIsRefused() {
		TestNode node = node();
		String key = key("upgrade");
		try (HeldLock held = node.template.acquire(reading(key))) {
			assertThatIllegalStateException().isThrownBy(() -> node.template.acquire(request(key)))
				.withMessageContaining(key)
				.withMessageContaining("already holds it shared");
			LockRequest both = LockRequest.ofAll(List.of(key, key("upgrade-too"))).waitTime(Duration.ZERO);
			assertThatIllegalStateException().isThrownBy(() -> node.template.tryAcquire(both));
			assertThat(held.isHeld()).isTrue();
		}
		node.template.acquire(request(key)).close();
	}

	@Test
	void writerMayReadAndKeepsTheLock() throws Exception {
		TestNode node = node();
		String key = key("downgrade");
		ReadWriteLock lock = node.template.asReadWriteLock(key);
		lock.writeLock().lock();
		lock.readLock().lock();
		lock.writeLock().unlock();
		assertThat(inThreadAndWait(() -> node.template.tryAcquire(key))).as("another writer").isEmpty();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(lock.writeLock()::unlock);
		lock.readLock().unlock();
		assertThat(inThreadAndWait(() -> node.template.tryAcquire(key))).isPresent();
	}

	/**
	 * Redisson #4217: what was left of a lock was not renewed any more.
	 */
	@Test
	@Tag("timing")
	void whatAWriterKeepsToReadIsRenewed() throws Exception {
		TestNode node = node();
		String key = key("renewed-downgrade");
		HeldLock writer = node.template.acquire(request(key).leaseTime(LASTING));
		HeldLock reader = node.template.acquire(reading(key).leaseTime(LASTING));
		assertThat(writer.release()).isTrue();
		int renewals = node.provider.renewals.get();
		pause(LASTING.plusMillis(500));
		assertThat(reader.isHeld()).isTrue();
		assertThat(node.provider.renewals.get()).isGreaterThan(renewals);
		assertBusy(openProvider(), claim(TestNode.key(key), LONG));
		assertThat(reader.release()).isTrue();
		take(openProvider(), claim(TestNode.key(key), LONG));
	}

	@Test
	void allReadersOfANodeLearnOfTheLoss() throws Exception {
		TestNode node = node();
		String key = key("lost");
		LockRequest reading = reading(key).leaseTime(SHORT);
		HeldLock first = inThreadAndWait(() -> node.template.acquire(reading));
		HeldLock second = inThreadAndWait(() -> node.template.acquire(reading));
		store().delete(TestNode.key(key));
		until(() -> node.losses.size() == 2);
		assertThat(first.isHeld() || second.isHeld()).isFalse();
		assertThat(first.release() || second.release()).isFalse();
	}

	private LockRequest reading(String key) {
		return request(key).shared();
	}

}
