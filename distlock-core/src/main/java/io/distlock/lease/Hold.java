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
 * One local owner's time with a lease, over all its re-entries. Guarded by the queue of
 * its key, but for what is volatile.
 */
final class Hold {

	/**
	 * Token of a hold whose store has no fencing tokens.
	 */
	static final long NO_TOKEN = 0;

	final ResolvedRequest request;

	private final @Nullable Thread owner;

	final RemoteLease lease;

	final long token;

	private final Ticker ticker;

	private final long since;

	/**
	 * Whom to call back, by who asked for it.
	 */
	private Map<Object, List<Consumer<LockLostException>>> callbacks = Map.of();

	/**
	 * Interrupts the owner, {@code null} if it does not want that.
	 */
	private final @Nullable OwnerInterrupt interrupt;

	private int depth = 1;

	/**
	 * How many of the entries the application keeps, and ends when it likes.
	 */
	private int kept;

	/**
	 * Number of releases that wait for the end of something else.
	 */
	private int deferrals;

	/**
	 * Number of those that want to know of a loss until then.
	 */
	private int vetoes;

	/**
	 * The re-entries that end with the last of them at the latest.
	 */
	private @Nullable Set<EngineLock> inner;

	volatile boolean released;

	volatile @Nullable LockLostException loss;

	volatile LockObserver.@Nullable Holding observed;

	/**
	 * Begin a hold.
	 * @param request what was asked for
	 * @param owner the thread that owns it, {@code null} if none does
	 * @param lease the lease
	 * @param token its token
	 * @param ticker the clock
	 */
	Hold(ResolvedRequest request, @Nullable Thread owner, RemoteLease lease, long token, Ticker ticker) {
		this.request = request;
		this.owner = owner;
		this.lease = lease;
		this.token = token;
		this.ticker = ticker;
		this.since = ticker.now();
		this.interrupt = (request.onLost == OnLost.INTERRUPT && owner != null) ? new OwnerInterrupt(owner) : null;
	}

	boolean isHeld() {
		return !this.released && this.loss == null && !this.lease.isReturned() && !this.lease.hasExpired();
	}

	/**
	 * Leave the hold once.
	 * @return whether this was the outermost exit
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
	 * Return whether nothing but handles that the application keeps holds the lock: no
	 * call of the library, and no transaction, ends with its release.
	 */
	boolean isKept() {
		return this.depth == this.kept && this.deferrals == 0;
	}

	/**
	 * Return whether the lock was entered once, and its release does not wait for the end
	 * of something else.
	 */
	boolean isSoleEntry() {
		return this.depth == 1 && this.deferrals == 0;
	}

	/**
	 * Return whether the application keeps the lock for a time that it has set, and that
	 * needs no engine.
	 */
	boolean isCoolDown() {
		return isKept() && !this.request.autoRenew;
	}

	boolean isEntered() {
		return this.depth > 0;
	}

	/**
	 * Return whether a release waits already, and so long wants to know of a loss at
	 * least as much.
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
	 * Wait with a release no longer.
	 * @return the re-entries that are to end now
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
	 * End the hold by a loss.
	 * @return whom to call back
	 */
	List<Consumer<LockLostException>> lose(LockLostException loss) {
		this.loss = loss;
		List<Consumer<LockLostException>> notified = this.callbacks.values().stream().flatMap(List::stream).toList();
		this.callbacks = Map.of();
		return notified;
	}

	/**
	 * Return how to interrupt the owner, if that is wanted and another thread found the
	 * loss.
	 */
	@Nullable Runnable interrupt() {
		OwnerInterrupt interrupt = this.interrupt;
		return (interrupt != null && !this.released && this.owner != Thread.currentThread()) ? interrupt::send : null;
	}

	/**
	 * Take back the interrupt of a loss when the owner leaves.
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
	 * Return whether the watchdog is to renew: its owner lives, and may hold it longer
	 * than the store keeps it.
	 */
	boolean wantsRenewal() {
		return (this.request.autoRenew ? !isOverdue() : this.lease.endsEarly()) && !isAbandoned();
	}

	/**
	 * Return why the lease ran out.
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
		return new HoldSnapshot(this.request.name(), this.request.mode, this.token, Duration.ofNanos(heldNanos()),
				Duration.ofNanos(this.lease.leftNanos()), ownerName(), waiting);
	}

	@Nullable Thread owner() {
		return this.owner;
	}

	/**
	 * Describe the hold to people: which lock, and whose.
	 */
	String shown() {
		String thread = (this.owner != null) ? "of thread '%s'".formatted(this.owner.getName()) : "of no thread";
		String method = (this.request.method != null) ? " in " + this.request.method : "";
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
		LockLostException loss = new LockLostException(this.request.name(), this.request.lockName, this.token,
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
	 * Describe the use of the hold after its release.
	 */
	LockLostException afterRelease(String provider) {
		return new LockReleasedException(this.request.name(), this.request.lockName, this.token,
				("Lock '%s' (fencing token %s, provider '%s', lease %s) was released by its owner; "
						+ "use it only before it is released or closed")
					.formatted(this.request.key, tokenText(), provider,
							Durations.text(this.request.claim.leaseTime())));
	}

	/**
	 * Describe the use of a token that the hold does not have.
	 */
	UnsupportedOperationException withoutToken(String provider) {
		return new UnsupportedOperationException(
				"Lock '%s' has no fencing token: provider '%s' forgets what it has granted, and cannot say which of two holders came later. Keep locks that are fenced in a store that has fencing tokens, such as a database or Redis"
					.formatted(this.request.key, provider));
	}

	/**
	 * Return the token as messages show it.
	 */
	String tokenText() {
		return (this.token != NO_TOKEN) ? String.valueOf(this.token) : "none";
	}

	/**
	 * The interrupt of a thread that loses its lock, which reaches the thread only while
	 * it holds: never what it does next.
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
		 * Take back the interrupt when the owner leaves.
		 */
		synchronized void ownerLeaves() {
			this.left = true;
			if (this.sent && this.owner == Thread.currentThread()) {
				Thread.interrupted();
			}
		}

	}

}
