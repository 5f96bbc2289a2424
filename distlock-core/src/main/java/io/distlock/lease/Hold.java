// SPDX-License-Identifier: Apache-2.0

package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.distlock.EngineLock;
import io.distlock.LockLostException;
import io.distlock.LockMode;
import io.distlock.LockObserver;
import io.distlock.LockReleasedException;
import io.distlock.OnLost;
import io.distlock.internal.task.Durations;
import io.distlock.internal.task.Ticker;
import io.distlock.monitor.LockLostEvent;
import io.distlock.monitor.LockSnapshot;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

/**
 * Period in which one local owner has a lease, over all re-entries. Non-volatile state is
 * guarded by the queue of the key.
 */
final class Hold {

	/**
	 * Token of a hold in a store without fencing tokens.
	 */
	static final long NO_TOKEN = 0;

	final ResolvedRequest request;

	private final @Nullable Thread owner;

	final RemoteLease lease;

	final long token;

	private final Ticker ticker;

	private final long since;

	/**
	 * Callbacks, by user.
	 */
	private Map<Object, List<Consumer<LockLostException>>> callbacks = Map.of();

	/**
	 * Interrupts the owner; {@code null} unless requested.
	 */
	private final @Nullable OwnerInterrupt interrupt;

	private int depth = 1;

	/**
	 * Number of entries that only the application ends.
	 */
	private int kept;

	/**
	 * Number of deferred releases.
	 */
	private int deferrals;

	/**
	 * Number of deferred releases whose callers require notification of a loss.
	 */
	private int vetoes;

	/**
	 * Re-entries that end no later than the last deferred release.
	 */
	private @Nullable Set<EngineLock> inner;

	volatile boolean released;

	volatile @Nullable LockLostException loss;

	volatile LockObserver.@Nullable Holding observed;

	/**
	 * Begin a hold.
	 * @param request the request
	 * @param owner the owning thread, {@code null} for none
	 * @param lease the lease
	 * @param token the token of the hold
	 * @param ticker the clock
	 */
	Hold(ResolvedRequest request, @Nullable Thread owner, RemoteLease lease, long token, Ticker ticker) {
		this.request = request;
		this.owner = owner;
		this.lease = lease;
		this.token = token;
		this.ticker = ticker;
		this.since = ticker.now();
		this.interrupt = (request.options.onLost() == OnLost.INTERRUPT && owner != null) ? new OwnerInterrupt(owner)
				: null;
	}

	boolean isHeld() {
		return !this.released && this.loss == null && !this.lease.isReturned() && !this.lease.hasExpired();
	}

	/**
	 * Leave one entry of the hold.
	 * @return {@code true} for the outermost entry
	 */
	boolean leave() {
		return --this.depth == 0;
	}

	void enter() {
		this.depth++;
	}

	void keep(boolean kept) {
		this.kept += kept ? 1 : -1;
	}

	/**
	 * Return whether all entries are handles kept by the application, so that no call of
	 * the library and no transaction will release the lock.
	 */
	boolean isKept() {
		return this.depth == this.kept && this.deferrals == 0;
	}

	/**
	 * Return whether the lock has a single entry whose release is not deferred.
	 */
	boolean isSoleEntry() {
		return this.depth == 1 && this.deferrals == 0;
	}

	/**
	 * Return whether the application keeps the lock for a fixed time without renewal, so
	 * that the lock needs no engine.
	 */
	boolean isCoolDown() {
		return isKept() && !this.request.autoRenew;
	}

	boolean isEntered() {
		return this.depth > 0;
	}

	/**
	 * Return whether a release is already deferred, with at least this reaction to a
	 * loss.
	 */
	boolean isDeferred(OnLost onLost) {
		return ((onLost == OnLost.IGNORE) ? this.deferrals : this.vetoes) > 0;
	}

	boolean defer(OnLost onLost) {
		this.deferrals++;
		this.vetoes += (onLost == OnLost.IGNORE) ? 0 : 1;
		return true;
	}

	/**
	 * End the deferral of a release.
	 * @return the re-entries to end now
	 */
	Collection<EngineLock> endDeferral(OnLost onLost) {
		this.deferrals--;
		this.vetoes -= (onLost == OnLost.IGNORE) ? 0 : 1;
		Set<EngineLock> ended = this.inner;
		if (this.deferrals > 0 || ended == null) {
			return List.of();
		}
		this.inner = null;
		return ended;
	}

	boolean addInner(EngineLock lock) {
		Set<EngineLock> inner = (this.inner != null) ? this.inner : new LinkedHashSet<>(2);
		this.inner = inner;
		return inner.add(lock);
	}

	boolean removeInner(EngineLock lock) {
		return this.inner != null && this.inner.remove(lock);
	}

	/**
	 * End the hold after a loss.
	 * @return the callbacks to notify
	 */
	List<Consumer<LockLostException>> lose(LockLostException loss) {
		this.loss = loss;
		List<Consumer<LockLostException>> notified = this.callbacks.values().stream().flatMap(List::stream).toList();
		this.callbacks = Map.of();
		return notified;
	}

	/**
	 * Return the interrupt for the owner, if requested and if another thread detected the
	 * loss.
	 */
	@Nullable Runnable interrupt() {
		OwnerInterrupt interrupt = this.interrupt;
		return (interrupt != null && !this.released && this.owner != Thread.currentThread()) ? interrupt::send : null;
	}

	/**
	 * Revoke the interrupt of a loss when the owner leaves.
	 */
	void clearInterrupt() {
		if (this.interrupt != null) {
			this.interrupt.ownerLeaves();
		}
	}

	void addCallback(Object user, Consumer<LockLostException> callback) {
		if (this.callbacks.isEmpty()) {
			this.callbacks = new LinkedHashMap<>(2);
		}
		this.callbacks.computeIfAbsent(user, (added) -> new ArrayList<>(1)).add(callback);
	}

	void removeCallbacks(Object user) {
		if (!this.callbacks.isEmpty()) {
			this.callbacks.remove(user);
		}
	}

	/**
	 * Return whether the watchdog must renew the lease: the owner is alive and may hold
	 * the lock beyond the current lease.
	 */
	boolean wantsRenewal() {
		return (this.request.autoRenew ? !isOverdue() : this.lease.endsEarly()) && !isAbandoned();
	}

	/**
	 * Return the reason for the expiry of the lease.
	 */
	LossReason expiry() {
		if (isAbandoned()) {
			return LossReason.ABANDONED;
		}
		if (!this.request.autoRenew) {
			return this.lease.endsEarly() ? LossReason.EXPIRED : LossReason.ENDED;
		}
		return isOverdue() ? LossReason.OVERDUE : LossReason.EXPIRED;
	}

	private boolean isOverdue() {
		return heldNanos() >= this.request.maxHoldNanos;
	}

	boolean isAbandoned() {
		return this.owner != null && !this.owner.isAlive();
	}

	long heldNanos() {
		return this.ticker.now() - this.since;
	}

	LockSnapshot snapshot(int waiting) {
		return new Snapshot(this.request.name(), this.request.key.mode(), this.token, Duration.ofNanos(heldNanos()),
				Duration.ofNanos(this.lease.leftNanos()), ownerName(), waiting);
	}

	@Nullable Thread owner() {
		return this.owner;
	}

	/**
	 * Describe the lock and its owner in messages.
	 */
	String shown() {
		String thread = (this.owner != null) ? "of thread '%s'".formatted(this.owner.getName()) : "of no thread";
		String method = (this.request.methodName() != null) ? " in " + this.request.methodName() : "";
		return "'%s' (%s%s, for %s)".formatted(this.request.key, thread, method, Durations.text(heldNanos()));
	}

	boolean isOwnedBy(Thread thread) {
		return this.owner == thread;
	}

	/**
	 * Describe the loss of the hold.
	 * @param provider the name of the provider
	 */
	LockLostEvent lost(LossReason reason, String provider) {
		long heldNanos = heldNanos();
		String method = this.request.methodName();
		LockLostException loss = new LockLostException(this.request.name(), this.request.options.name(), this.token,
				("Lock '%s' (fencing token %s, provider '%s'%s%s) was lost after %s: %s. The "
						+ "integrity of the data that it protects may be compromised; %s")
					.formatted(this.request.key, tokenText(), provider, detail("method", method),
							detail("thread", ownerName()), Durations.text(heldNanos),
							reason.text(this.lease.lease.duration(), this.request.claim.leaseTime(),
									this.request.maxHoldNanos),
							reason.remedy()));
		return new LockLostEvent(this.request.name(), this.token, provider, Duration.ofNanos(heldNanos), ownerName(),
				method, loss);
	}

	private static String detail(String what, @Nullable String text) {
		return (text != null) ? ", %s '%s'".formatted(what, LockKey.shown(text)) : "";
	}

	private @Nullable String ownerName() {
		return (this.owner != null) ? this.owner.getName() : null;
	}

	/**
	 * Describe a use of the hold after its release.
	 */
	LockLostException afterRelease(String provider) {
		return new LockReleasedException(this.request.name(), this.request.options.name(), this.token,
				("Lock '%s' (fencing token %s, provider '%s', lease %s) was released by its owner; "
						+ "use it only before it is released or closed")
					.formatted(this.request.key, tokenText(), provider,
							Durations.text(this.request.claim.leaseTime())));
	}

	/**
	 * Describe a use of a token in a hold without tokens.
	 */
	UnsupportedOperationException withoutToken(String provider) {
		return new UnsupportedOperationException(
				"Lock '%s' has no fencing token: provider '%s' forgets what it has granted, and cannot say which of two holders came later. Keep locks that are fenced in a store that has fencing tokens, such as a database or Redis"
					.formatted(this.request.key, provider));
	}

	/**
	 * Return the token as shown in messages.
	 */
	String tokenText() {
		return (this.token != NO_TOKEN) ? String.valueOf(this.token) : "none";
	}

	/**
	 * Interrupt of a thread that loses its lock. The interrupt reaches the thread only
	 * while the hold lasts, never during later work.
	 */
	private static final class OwnerInterrupt {

		private final Thread owner;

		private boolean left;

		private boolean sent;

		OwnerInterrupt(Thread owner) {
			this.owner = owner;
		}

		/**
		 * Interrupt the owner, unless it has left.
		 */
		synchronized void send() {
			if (!this.left) {
				this.sent = true;
				this.owner.interrupt();
			}
		}

		/**
		 * Revoke the interrupt when the owner leaves.
		 */
		synchronized void ownerLeaves() {
			this.left = true;
			if (this.sent && this.owner == Thread.currentThread()) {
				Thread.interrupted();
			}
		}

	}

	/**
	 * Snapshot of a hold.
	 */
	private record Snapshot(String key, LockMode mode, long fencingToken, Duration heldFor, Duration remainingLease,
			@Nullable String thread, int waiting) implements LockSnapshot {

		/**
		 * Return this snapshot in a form suitable for logs.
		 */
		@Override
		public String toString() {
			return "Snapshot[key=%s, mode=%s, fencingToken=%d, heldFor=%s, remainingLease=%s, thread=%s, waiting=%d]"
				.formatted(LockKey.shown(this.key), this.mode, this.fencingToken, this.heldFor, this.remainingLease,
						(this.thread != null) ? LockKey.shown(this.thread) : null, this.waiting);
		}

	}

}
