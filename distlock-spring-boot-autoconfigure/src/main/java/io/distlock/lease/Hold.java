package io.distlock.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.distlock.LockLostException;
import io.distlock.LockSnapshot;
import io.distlock.OnLost;
import org.jspecify.annotations.Nullable;

/**
 * One local owner's time with a lease, over all its re-entries. Guarded by the queue of
 * its key, but for what is volatile.
 */
final class Hold {

	private final Demand demand;

	private final @Nullable Thread owner;

	private final RemoteLease lease;

	private final long token;

	private final long since = Nanos.now();

	private final List<Consumer<LockLostException>> callbacks = new ArrayList<>(0);

	private int depth = 1;

	private boolean interruptedOwner;

	private volatile boolean released;

	private volatile @Nullable LockLostException loss;

	private volatile @Nullable ObservedHold observed;

	Hold(Waiter waiter, RemoteLease lease) {
		this.demand = waiter.demand();
		this.owner = waiter.thread();
		this.lease = lease;
		this.token = lease.takeToken();
		lease.hold(this);
	}

	boolean isHeld() {
		return !this.released && this.loss == null && !this.lease.hasExpired();
	}

	boolean isReleased() {
		return this.released;
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

	void released() {
		this.released = true;
	}

	/**
	 * End the hold by a loss.
	 * @return what is to be told, and to whom
	 */
	Loss lose(LockLostException loss) {
		this.loss = loss;
		if (this.demand.onLost() == OnLost.INTERRUPT && this.owner != null && !this.released
				&& this.owner != Thread.currentThread()) {
			this.interruptedOwner = true;
			this.owner.interrupt();
		}
		return new Loss(loss, this.demand.onLost(), List.copyOf(this.callbacks));
	}

	/**
	 * Take back the interrupt of a loss when the owner leaves, so that it does not reach
	 * whatever the thread does next.
	 */
	void clearInterrupt() {
		if (this.interruptedOwner && this.owner == Thread.currentThread()) {
			this.interruptedOwner = false;
			Thread.interrupted();
		}
	}

	void addCallback(Consumer<LockLostException> callback) {
		this.callbacks.add(callback);
	}

	/**
	 * Return whether the watchdog is to renew: its owner lives, and may hold it longer
	 * than the store keeps it.
	 */
	boolean wantsRenewal() {
		return (this.demand.autoRenew() ? !isOverdue() : this.lease.endsEarly()) && !isAbandoned();
	}

	boolean isOverdue() {
		return heldNanos() >= this.demand.maxHoldNanos();
	}

	boolean isAbandoned() {
		return this.owner != null && !this.owner.isAlive();
	}

	long heldNanos() {
		return Nanos.now() - this.since;
	}

	LockSnapshot snapshot(int waiting) {
		return new LockSnapshot(this.demand.name(), this.token, Duration.ofNanos(heldNanos()),
				Duration.ofNanos(Math.max(0, Nanos.left(this.lease.deadline()))),
				(this.owner != null) ? this.owner.getName() : null, waiting);
	}

	void observe(ObservedHold observed) {
		this.observed = observed;
	}

	@Nullable ObservedHold observed() {
		return this.observed;
	}

	/**
	 * Tell the observer of the end, if an exit was one.
	 */
	void exited() {
		ObservedHold observed = this.observed;
		if (observed != null && (this.released || this.loss != null)) {
			observed.end(this.loss);
		}
	}

	boolean isOwnedBy(Thread thread) {
		return this.owner == thread;
	}

	Demand demand() {
		return this.demand;
	}

	RemoteLease lease() {
		return this.lease;
	}

	long token() {
		return this.token;
	}

	@Nullable LockLostException loss() {
		return this.loss;
	}

}
