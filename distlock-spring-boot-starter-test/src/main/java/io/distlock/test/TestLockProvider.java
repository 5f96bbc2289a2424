// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.distlock.LockMode;
import io.distlock.leader.LeaderElection;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.GroupLockProvider;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockListing;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockQuery;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.LossSource;
import io.distlock.provider.Permits;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.StoredLock;
import io.distlock.provider.YieldResult;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;
import org.jspecify.annotations.Nullable;

/**
 * Store of a test: an in-process store with controlled failures, losses of the
 * application's locks, and time.
 * <p>
 * The application uses it through the contract of providers. Actions of other nodes
 * bypass the controls.
 */
final class TestLockProvider
		implements LockProvider, GroupLockProvider, LockCatalog, ForcedRelease, LossSource, JobLedgerSource {

	private static final String ELSEWHERE = "elsewhere";

	/**
	 * Number of permits of another node, which leaves the number to the application.
	 */
	private static final Permits ANY = new Permits(Integer.MAX_VALUE, Long.MIN_VALUE);

	/**
	 * Shared by actions of the application and other nodes; exclusive while time
	 * advances.
	 */
	private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();

	/**
	 * Leases of the application in the store.
	 */
	private final Map<Held, Lease> leases = new ConcurrentHashMap<>();

	private final Set<Lease> elsewhere = ConcurrentHashMap.newKeySet();

	private final Set<TestContender> contenders = ConcurrentHashMap.newKeySet();

	private final List<Consumer<Collection<LockOwner>>> lossListeners = new CopyOnWriteArrayList<>();

	private volatile Duration ahead = Duration.ZERO;

	/**
	 * Store that lives as long as the application, so that its tokens increase across
	 * tests.
	 */
	private final LocalLockProvider locks = new LocalLockProvider(() -> this.ahead);

	private volatile LocalLockProvider jobs = new LocalLockProvider(() -> this.ahead);

	private final JobLedger ledger = new TestLedger(this);

	private volatile @Nullable Outcome failing;

	@Override
	public String name() {
		return "test";
	}

	@Override
	public Set<LockMode> modes() {
		return this.locks.modes();
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		TestContender contender = new TestContender(this, claim.key(), this.locks.contend(claim, wakeUp), wakeUp);
		this.contenders.add(contender);
		return contender;
	}

	Attempt attempt(Contender contender, LockOwner owner) {
		return asked(() -> {
			Attempt attempt = contender.attempt(owner);
			if (attempt instanceof Attempt.Granted granted) {
				granted(granted.lease());
			}
			return attempt;
		});
	}

	void left(TestContender contender) {
		this.contenders.remove(contender);
	}

	@Override
	public boolean canGrantTogether(List<LockKey> keys) {
		return this.locks.canGrantTogether(keys);
	}

	@Override
	public Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner) {
		return asked(() -> {
			Optional<List<Lease>> granted = this.locks.attemptAll(claims, owner);
			granted.ifPresent((all) -> all.forEach(this::granted));
			return granted;
		});
	}

	@Override
	public void renew(Collection<Lease> renewed, RenewalListener outcomes) {
		asked(() -> {
			this.locks.renew(renewed, new ObservedOutcomes(outcomes));
			return true;
		});
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		return asked(() -> {
			YieldResult handOver = this.locks.yieldOrRenew(lease, lastToken, claim);
			if (handOver instanceof YieldResult.Renewed renewed) {
				granted(renewed.lease());
			}
			else {
				ended(lease.key(), lease.owner());
			}
			return handOver;
		});
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		return asked(() -> {
			ended(key, owner);
			return this.locks.release(key, owner, lastToken);
		});
	}

	@Override
	public LockListing heldLocks(LockQuery query) {
		return asked(() -> this.locks.heldLocks(query));
	}

	/**
	 * End a lock of any node. The application detects the end with its next renewal or
	 * release, or at the end of the test.
	 */
	@Override
	public Optional<StoredLock> forceRelease(LockKey key) {
		return asked(() -> this.locks.forceRelease(key));
	}

	@Override
	public JobLedger jobLedger() {
		return this.ledger;
	}

	/**
	 * Return the jobs since the last reset.
	 */
	JobLedger jobs() {
		return this.jobs.jobLedger();
	}

	@Override
	public void addLossListener(Consumer<Collection<LockOwner>> listener) {
		this.lossListeners.add(listener);
	}

	@Override
	public void removeLossListener(Consumer<Collection<LockOwner>> listener) {
		this.lossListeners.remove(listener);
	}

	private void granted(Lease lease) {
		this.leases.put(new Held(lease.key(), lease.owner()), lease);
	}

	private void ended(LockKey key, LockOwner owner) {
		this.leases.remove(new Held(key, owner));
	}

	/**
	 * Run a request of the application, unless the test makes the store fail.
	 */
	<T extends @Nullable Object> T asked(Supplier<T> request) {
		Outcome outcome = this.failing;
		if (outcome != null) {
			throw new LockStoreException("The test lets the store fail", outcome, null);
		}
		return within(this.gate.readLock(), request);
	}

	private static <T extends @Nullable Object> T within(Lock lock, Supplier<T> action) {
		lock.lock();
		try {
			return action.get();
		}
		finally {
			lock.unlock();
		}
	}

	/**
	 * Acquire a lock or a permit as another node.
	 * @return the lease; empty if the lock is held, or all permits are taken
	 */
	Optional<Lease> holdElsewhere(LockKey key, Duration leaseTime) {
		return within(this.gate.readLock(), () -> {
			Permits permits = (key.mode() == LockMode.PERMIT) ? ANY : Permits.NONE;
			LockClaim claim = LockClaim.of(key, leaseTime, 1, ELSEWHERE).withPermits(permits);
			try (Contender contender = this.locks.contend(claim, () -> {
			})) {
				return held(contender.attempt(new LockOwner(UUID.randomUUID().toString())));
			}
		});
	}

	private Optional<Lease> held(Attempt attempt) {
		if (attempt instanceof Attempt.Granted granted) {
			this.elsewhere.add(granted.lease());
			return Optional.of(granted.lease());
		}
		return Optional.empty();
	}

	/**
	 * Acquire a lock as another node, and take it from the application if necessary.
	 * @return the lease; empty if another node already holds the lock
	 */
	Optional<Lease> takeElsewhere(LockKey key, Duration leaseTime) {
		List<Held> lost = new ArrayList<>();
		Optional<Lease> taken = within(this.gate.writeLock(), () -> {
			lost.addAll(holds(key));
			lost.forEach((held) -> this.locks.forceRelease(held.key()));
			return holdElsewhere(key, leaseTime);
		});
		lost.forEach(this::lose);
		return taken;
	}

	void releaseElsewhere(LockKey key) {
		this.elsewhere.stream().filter((lease) -> lease.key().equals(key)).forEach(this::releaseElsewhere);
	}

	boolean releaseElsewhere(Lease lease) {
		boolean held = isHeld(lease);
		this.elsewhere.remove(lease);
		this.locks.release(lease.key(), lease.owner());
		return held;
	}

	boolean isHeld(Lease lease) {
		return this.locks.isHeld(lease.key(), lease.owner());
	}

	Set<String> heldElsewhere() {
		return this.elsewhere.stream()
			.filter(this::isHeld)
			.map((lease) -> lease.key().name())
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/**
	 * Return the keys for which the application waits because another node holds them.
	 */
	Set<String> awaited() {
		return this.contenders.stream()
			.filter(TestContender::isWaiting)
			.map((contender) -> contender.key().name())
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/**
	 * Make the application lose a lock, and notify it.
	 * @return {@code true} if the application had the lock
	 */
	boolean lose(LockKey key) {
		List<Held> lost = holds(key);
		lost.forEach(this::lose);
		return !lost.isEmpty();
	}

	private List<Held> holds(LockKey key) {
		return this.leases.keySet().stream().filter((held) -> held.isOf(key)).toList();
	}

	private void lose(Held held) {
		Lease lease = this.leases.remove(held);
		if (lease != null) {
			within(this.gate.writeLock(), () -> isHeld(lease) && takeAway(lease));
			CompletableFuture.runAsync(() -> report(lease.owner()), TestLockProvider::inThread).join();
		}
	}

	private boolean takeAway(Lease lease) {
		return (lease.key().mode() == LockMode.EXCLUSIVE) ? this.locks.forceRelease(lease.key()).isPresent()
				: this.locks.release(lease.key(), lease.owner());
	}

	private void report(LockOwner owner) {
		this.lossListeners.forEach((listener) -> listener.accept(List.of(owner)));
	}

	/**
	 * Run a task on a separate thread, as the client of a store does: a holder that
	 * causes its own loss would not be interrupted.
	 */
	private static void inThread(Runnable task) {
		new Thread(task, "distlock-test").start();
	}

	/**
	 * Advance the time. The application is considered alive, and keeps its locks.
	 */
	void advance(Duration time) {
		within(this.gate.writeLock(), () -> {
			List<Lease> alive = this.leases.values().stream().filter(this::isHeld).toList();
			this.ahead = this.ahead.plus(time);
			this.locks.renew(alive, new ObservedOutcomes(null));
			return alive;
		});
		wakeAll();
	}

	Instant now(LockKey anyKey) {
		return jobs().read(anyKey).now();
	}

	void fail(Outcome outcome) {
		this.failing = outcome;
	}

	void answer() {
		this.failing = null;
		wakeAll();
	}

	private void wakeAll() {
		this.contenders.forEach(TestContender::wake);
	}

	/**
	 * Clear all state except for the time, the last token, and the roles led by the
	 * application.
	 * @return the keys that the application still held and has now lost
	 */
	Set<String> reset() {
		answer();
		this.elsewhere.forEach(this::releaseElsewhere);
		this.jobs = new LocalLockProvider(() -> this.ahead);
		return List.copyOf(this.leases.keySet())
			.stream()
			.map(Held::key)
			.filter((key) -> !key.name().startsWith(LeaderElection.KEY_PREFIX))
			.filter(this::lose)
			.map(LockKey::name)
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/**
	 * Hold of a key by the application.
	 *
	 * @param key the key
	 * @param owner one of the possible owners
	 */
	private record Held(LockKey key, LockOwner owner) {

		boolean isOf(LockKey other) {
			return this.key.prefix().equals(other.prefix()) && this.key.name().equals(other.name());
		}

	}

	/**
	 * Removes lost leases, and forwards the outcome of each lease.
	 */
	private final class ObservedOutcomes implements RenewalListener {

		private final @Nullable RenewalListener outcomes;

		ObservedOutcomes(@Nullable RenewalListener outcomes) {
			this.outcomes = outcomes;
		}

		@Override
		public void kept(Lease lease) {
			if (this.outcomes != null) {
				this.outcomes.kept(lease);
			}
		}

		@Override
		public void lost(Lease lease) {
			ended(lease.key(), lease.owner());
			if (this.outcomes != null) {
				this.outcomes.lost(lease);
			}
		}

		@Override
		public void unknown(Lease lease, Throwable cause) {
			if (this.outcomes != null) {
				this.outcomes.unknown(lease, cause);
			}
		}

	}

}
