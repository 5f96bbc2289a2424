// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

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
import io.distlock.provider.Permits;
import io.distlock.provider.StoredLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many may hold a key of permits, and for how long.
 *
 * @since 0.1.0
 */
@Tag("safety")
public abstract class PermitContract extends HoldContract {

	private static final int STEPS = 120;

	private static final int CROWD = 6;

	protected PermitContract() {
		super(LockMode.PERMIT);
	}

	/**
	 * The same random run against the rules and the store.
	 */
	@Test
	void storeDecidesByTheRules() {
		long seed = Long.getLong("distlock.test.seed", System.nanoTime());
		Random random = new Random(seed);
		List<LockProvider> providers = List.of(openProvider(), openProvider());
		LockKey key = lockKey("rules", LockMode.PERMIT);
		Run run = new Run(key, new ArrayList<>(), new Permits(3, 1));
		run.ask(providers.get(0), run.inForce, "the first step of seed " + seed);
		for (int step = 0; step < STEPS; step++) {
			LockProvider provider = providers.get(random.nextInt(2));
			String state = "step %d of seed %d, with %d of %s".formatted(step, seed, run.held.size(), run.inForce);
			int choice = random.nextInt(20);
			if (choice < 12) {
				boolean older = random.nextInt(4) == 0;
				run.ask(provider, older ? new Permits(9, run.inForce.version() - 1) : run.inForce, state);
			}
			else if (choice < 18 && !run.held.isEmpty()) {
				run.release(random.nextInt(run.held.size()), state);
			}
			else if (choice == 18) {
				assertThat(provider.release(key, owner(), 0)).as("release() of a stranger in %s", state).isFalse();
				assertThat(lost(run.held)).as("lost in %s", state).isEmpty();
			}
			else {
				run.inForce = new Permits(1 + random.nextInt(4), run.inForce.version() + 1);
				run.ask(provider, run.inForce, state);
			}
			assertListed(provider, key, run.held, run.inForce, state);
		}
	}

	// A store may not know which of those who stand in line were granted a permit before
	// there were fewer.
	private static void assertListed(LockProvider provider, LockKey key, List<Held> held, Permits inForce,
			String state) {
		if (provider instanceof LockCatalog) {
			String encoded = key.encoded(200);
			assertThat(listed(provider)).filteredOn((lock) -> lock.key().equals(encoded))
				.as("what is listed in %s", state)
				.hasSizeBetween(Math.min(held.size(), inForce.number()), held.size())
				.allMatch((lock) -> lock.mode() == LockMode.PERMIT);
		}
	}

	@Test
	void permitsAreNoLockOfThatName() {
		LockProvider provider = openProvider();
		LockKey lock = lockKey("same-name", LockMode.EXCLUSIVE);
		take(provider, claim(lock, LONG));
		take(provider, claim(lock.in(LockMode.PERMIT), LONG, new Permits(1, 1)));
	}

	@Test
	void attemptThatIsRepeatedTakesOnePermit() {
		LockProvider provider = openProvider();
		LockClaim claim = claim(lockKey("twice", LockMode.PERMIT), LONG, new Permits(2, 1));
		LockOwner owner = owner();
		Lease first = ask(provider, claim, owner).orElseThrow();
		assertThat(ask(provider, claim, owner).orElseThrow().lastToken()).isEqualTo(first.lastToken());
		take(provider, claim);
		assertBusy(provider, claim);
	}

	/**
	 * A counter is not given back by a holder that is gone, as in Redisson #2045.
	 */
	@Test
	void holderThatCrashesGivesItsPermitBackWithItsLease() {
		LockProvider provider = openProvider();
		LockKey key = lockKey("crashed-holder", LockMode.PERMIT);
		Permits permits = new Permits(2, 1);
		Lease crashed = take(provider, claim(key, SHORT, permits));
		Lease living = take(provider, claim(key, LONG, permits));
		Lease next = await(provider.contend(claim(key, LONG, permits), () -> {
		}));
		assertBusy(provider, claim(key, LONG, permits));
		assertThat(Renewed.lost(provider, List.of(crashed, living, next))).containsExactly(crashed);
	}

	@Test
	void fewerPermitsDrainAndMoreOpen() {
		LockProvider before = openProvider();
		LockProvider after = openProvider();
		LockKey key = lockKey("rolling", LockMode.PERMIT);
		LockClaim five = claim(key, LONG, new Permits(5, 1));
		LockClaim three = claim(key, LONG, new Permits(3, 2));
		List<Lease> held = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			held.add(take(before, five));
		}
		assertBusy(after, three);
		before.release(key, held.remove(0).owner(), 0);
		assertBusy(before, five);
		before.release(key, held.remove(0).owner(), 0);
		assertBusy(after, three);
		before.release(key, held.remove(0).owner(), 0);
		take(after, three);
		assertBusy(before, five);
		LockClaim eight = claim(key, LONG, new Permits(8, 3));
		for (int i = 3; i < 8; i++) {
			take(after, eight);
		}
		assertBusy(before, five);
		assertBusy(after, eight);
		assertThat(Renewed.lost(before, held)).isEmpty();
	}

	@Test
	void numberThatWasBroughtLastCountsThoughNoPermitIsHeldMeanwhile() {
		LockProvider provider = openProvider();
		LockKey key = lockKey("all-given-back", LockMode.PERMIT);
		LockClaim one = claim(key, LONG, new Permits(1, 2));
		provider.release(key, take(provider, one).owner(), 0);
		LockClaim nine = claim(key, LONG, new Permits(9, 1));
		take(provider, nine);
		assertBusy(provider, nine);
		assertBusy(provider, one);
	}

	@Test
	void permitThatIsGivenBackGoesToOneWhoWaits() {
		LockProvider provider = openProvider();
		LockClaim claim = claim(lockKey("waiting", LockMode.PERMIT), LONG, new Permits(2, 1));
		Lease first = take(provider, claim);
		take(provider, claim);
		try (Contender waiting = waiting(openProvider(), claim)) {
			provider.release(claim.key(), first.owner(), 0);
			await(waiting);
		}
		assertBusy(provider, claim);
	}

	@Test
	void neverMoreThanThePermits() throws Exception {
		LockKey key = lockKey("crowd", LockMode.PERMIT);
		LockClaim claim = claim(key, LONG, new Permits(2, 1));
		AtomicInteger holders = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		List<Future<Integer>> crowd = new ArrayList<>();
		for (int i = 0; i < CROWD; i++) {
			LockProvider provider = openProvider();
			crowd.add(inThread(() -> {
				for (int round = 0; round < 10; round++) {
					try (Contender contender = provider.contend(claim, () -> {
					})) {
						Lease lease = await(contender);
						most.accumulateAndGet(holders.incrementAndGet(), Math::max);
						Thread.onSpinWait();
						holders.decrementAndGet();
						assertThat(provider.release(key, lease.owner(), 0)).isTrue();
					}
				}
				return 10;
			}));
		}
		for (Future<Integer> one : crowd) {
			assertThat(one.get()).isEqualTo(10);
		}
		assertThat(most).hasValueLessThanOrEqualTo(2);
	}

	@Test
	void forcedReleaseEndsAllPermits() {
		LockProvider provider = openProvider();
		if (provider instanceof ForcedRelease operator) {
			LockClaim claim = claim(lockKey("forced", LockMode.PERMIT), LONG, new Permits(2, 1));
			List<Lease> ended = List.of(take(provider, claim), take(provider, claim));
			assertThat(operator.forceRelease(claim.key())).map(StoredLock::mode).contains(LockMode.PERMIT);
			assertThat(Renewed.lost(provider, ended)).isEqualTo(ended);
			Lease next = take(provider, claim);
			assertThat(next.firstToken()).isGreaterThan(ended.get(1).lastToken());
		}
	}

	@Test
	void threadsAndNodesShareThePermits() throws Exception {
		TestNode node = node();
		TestNode another = node();
		LockRequest request = request(key("threads")).permits(3);
		LockRequest once = request.waitTime(Duration.ZERO);
		HeldLock first = inThreadAndWait(() -> node.template.acquire(request));
		HeldLock second = inThreadAndWait(() -> node.template.acquire(request));
		HeldLock third = inThreadAndWait(() -> another.template.acquire(request));
		assertThat(inThreadAndWait(() -> node.template.tryAcquire(once))).isEmpty();
		assertThat(inThreadAndWait(() -> another.template.tryAcquire(once))).isEmpty();
		Future<HeldLock> waiting = inThread(() -> node.template.acquire(request));
		assertThat(first.release()).isTrue();
		assertThat(waiting.get().isHeld()).isTrue();
		assertThat(List.of(second, third)).allMatch(HeldLock::isHeld);
		assertThat(inThreadAndWait(() -> another.template.tryAcquire(once))).isEmpty();
	}

	@Test
	void threadThatHasAPermitKeepsIt() {
		TestNode node = node();
		LockRequest request = once(key("again")).permits(1);
		try (HeldLock outer = node.template.acquire(request); HeldLock inner = node.template.acquire(request)) {
			assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
		}
		assertThat(node.template.tryAcquire(request)).isPresent();
	}

	@Test
	void asynchronousRequestsHaveAPermitEach() throws Exception {
		TestNode node = node();
		LockRequest request = request(key("async")).permits(2);
		HeldLock first = node.template.acquireAsync(request).toCompletableFuture().get();
		HeldLock second = node.template.acquireAsync(request).toCompletableFuture().get();
		CompletableFuture<HeldLock> third = node.template.acquireAsync(request).toCompletableFuture();
		assertThat(third).isNotDone();
		second.close();
		assertThat(third.get().isHeld() && first.isHeld()).isTrue();
		first.close();
		third.get().close();
	}

	@Test
	@Tag("timing")
	void permitsAreRenewedEachOnItsOwn() throws Exception {
		TestNode node = node();
		LockRequest request = request(key("renewed")).permits(2).leaseTime(LASTING);
		HeldLock renewed = inThreadAndWait(() -> node.template.acquire(request));
		HeldLock fixed = inThreadAndWait(() -> node.template.acquire(request.autoRenew(false)));
		until(() -> !fixed.isHeld());
		assertThat(renewed.isHeld()).as("a permit that is renewed, beside one that ran out").isTrue();
		assertThat(inThreadAndWait(() -> node().template.acquire(request)).isHeld()).isTrue();
	}

	/**
	 * What a random run holds.
	 */
	private static final class Run {

		private final LockKey key;

		private final List<Held> held;

		private Permits inForce;

		private long last = 1;

		Run(LockKey key, List<Held> held, Permits inForce) {
			this.key = key;
			this.held = held;
			this.inForce = inForce;
		}

		void ask(LockProvider provider, Permits asked, String state) {
			boolean room = HoldRules.mayHold(LockMode.PERMIT, LockMode.PERMIT, this.held.size(), this.inForce.number(),
					false);
			Lease granted = HoldContract.ask(provider, claim(this.key, LONG, asked)).orElse(null);
			assertThat(granted != null).as("granted to %s in %s", asked, state).isEqualTo(room);
			if (granted != null) {
				assertThat(granted.firstToken()).as("token in %s", state).isGreaterThan(this.last);
				this.last = granted.lastToken();
				this.held.add(new Held(provider, granted));
			}
		}

		void release(int one, String state) {
			Held ended = this.held.remove(one);
			assertThat(ended.provider().release(this.key, ended.lease().owner(), 0)).as("release() in %s", state)
				.isTrue();
			assertThat(lost(List.of(ended))).as("lost in %s", state).containsExactly(ended.lease());
		}

	}

}
