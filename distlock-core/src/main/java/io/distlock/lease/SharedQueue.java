// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.distlock.LockMode;
import io.distlock.LockSnapshot;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a key that several owners hold at a time. Readers of this JVM share one
 * lease: while it is young, a new one joins without a request to the store. After that a
 * new lease is requested, behind the waiters in the store, so that an endless stream of
 * local readers does not starve writers. Each permit has a lease of its own, and is
 * passed on to waiters of this JVM while it is young. Then it is released to the store,
 * which knows the next waiter.
 * <p>
 * See the page 'engine-protocol' of the reference.
 */
final class SharedQueue extends KeyQueue {

	/**
	 * The holds of each lease.
	 */
	private final Map<RemoteLease, List<Hold>> holds = new LinkedHashMap<>();

	private @Nullable RemoteLease open;

	private long closesAt;

	private int returning;

	SharedQueue(Engine engine, LockKey key, Consumer<KeyQueue> left) {
		super(engine, key, left);
	}

	@Override
	boolean isReturning() {
		return locked(() -> this.returning > 0);
	}

	@Override
	List<LockSnapshot> snapshots(int waiting) {
		return locked(() -> all().filter(Hold::isHeld).map((hold) -> hold.snapshot(waiting)).toList());
	}

	private Stream<Hold> all() {
		return this.holds.values().stream().flatMap(Collection::stream);
	}

	@Override
	@Nullable Hold reenter(Thread thread) {
		return locked(() -> {
			Hold hold = holdOf(thread);
			if (hold != null) {
				hold.enter();
			}
			return hold;
		});
	}

	private @Nullable Hold holdOf(Thread thread) {
		return all().filter((hold) -> hold.isOwnedBy(thread) && hold.isHeld()).findFirst().orElse(null);
	}

	@Override
	boolean isHeldBy(Thread thread) {
		return locked(() -> holdOf(thread) != null);
	}

	@Override
	boolean joinHolders(Waiter waiter) {
		RemoteLease lease = this.open;
		if (lease == null || !isOpen() || !canShare(waiter, lease)) {
			return false;
		}
		this.engine.counters.handOvers.increment();
		add(waiter, lease, lease.lastToken());
		this.engine.watchdog.check(lease);
		return true;
	}

	private boolean isOpen() {
		return !this.engine.ticker.reached(this.closesAt) && !this.engine.closing;
	}

	private static boolean canShare(Waiter waiter, RemoteLease lease) {
		return waiter.request.autoRenew && lease.suits(waiter.request) && lease.isWorthHaving();
	}

	private void add(Waiter waiter, RemoteLease lease, long token) {
		this.holds.computeIfAbsent(lease, (added) -> new ArrayList<>(1)).add(grant(waiter, lease, token));
	}

	@Override
	boolean isTaken() {
		return false;
	}

	@Override
	void loseExpired() {
		List<RemoteLease> expired = locked(() -> this.holds.keySet().stream().filter(RemoteLease::hasExpired).toList());
		expired.forEach(this::expire);
	}

	@Override
	void granted(Waiter waiter, RemoteLease lease) {
		wakeAll(locked(() -> {
			List<Waiter> woken = new ArrayList<>(overdue());
			add(waiter, lease, lease.takeToken(waiter.request.autoRenew));
			this.engine.watchdog.watch(lease);
			if (this.key.mode() == LockMode.SHARED && waiter.request.autoRenew) {
				open(lease);
				woken.addAll(joinAll());
			}
			Waiter next = nextLeads(0);
			if (next != null) {
				woken.add(next);
			}
			return woken;
		}));
	}

	private void open(RemoteLease lease) {
		Duration window = this.engine.handOff.maxDuration();
		this.open = lease;
		this.closesAt = this.engine.ticker.now() + Durations.of(window);
	}

	private List<Waiter> joinAll() {
		List<Waiter> joined = new ArrayList<>();
		Iterator<Waiter> waiting = this.line.iterator();
		while (waiting.hasNext()) {
			Waiter waiter = waiting.next();
			if (joinHolders(waiter)) {
				waiting.remove();
				joined.add(waiter);
			}
		}
		return joined;
	}

	@Override
	@Nullable Waiter successor(Hold hold) {
		holdsOf(hold.lease).remove(hold);
		Waiter next = this.line.peekFirst();
		return (next != null && canPassOn(hold, next.request)) ? passOn(hold.lease) : null;
	}

	private boolean canPassOn(Hold hold, ResolvedRequest request) {
		return this.key.mode() == LockMode.PERMIT && !this.engine.closing
				&& request.claim.permits().equals(hold.request.claim.permits())
				&& hold.lease.canBePassedOn(request, this.engine.handOff);
	}

	private Waiter passOn(RemoteLease lease) {
		Waiter next = this.line.removeFirst();
		this.engine.counters.handOvers.increment();
		add(next, lease, lease.passOn());
		this.engine.watchdog.check(lease);
		return next;
	}

	@Override
	boolean isKept(RemoteLease lease) {
		if (!holdsOf(lease).isEmpty()) {
			return true;
		}
		forget(lease);
		this.returning++;
		return false;
	}

	private List<Hold> holdsOf(RemoteLease lease) {
		return Objects.requireNonNullElseGet(this.holds.get(lease), ArrayList::new);
	}

	private void forget(RemoteLease lease) {
		lease.end();
		this.holds.remove(lease);
		if (this.open == lease) {
			this.open = null;
		}
	}

	/**
	 * The store hands nothing over: it knows better who is next.
	 */
	@Override
	@Nullable ResolvedRequest next() {
		return null;
	}

	@Override
	boolean passOnRenewed(RemoteLease lease) {
		return false;
	}

	@Override
	void returned(long backOffNanos) {
		locked(() -> this.returning--);
	}

	@Override
	boolean lose(RemoteLease lease, @Nullable LossReason known) {
		this.engine.watchdog.forget(lease);
		List<Runnable> tellings = locked(() -> {
			List<Hold> lost = holdsOf(lease);
			forget(lease);
			return lost.stream()
				.map((hold) -> lose(hold, (known != null) ? known : LossReason.ofExpiry(hold)))
				.toList();
		});
		tellings.forEach((telling) -> {
			leave();
			telling.run();
		});
		return !tellings.isEmpty();
	}

	@Override
	public boolean wantsRenewal(RemoteLease lease) {
		return locked(() -> holdsOf(lease).stream().anyMatch(Hold::wantsRenewal));
	}

}
