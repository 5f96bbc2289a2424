package io.distlock.lease;

import io.distlock.provider.HandOver;
import io.distlock.provider.HandOver.Renewed;
import io.distlock.provider.HandOver.Yielded;
import org.jspecify.annotations.Nullable;

/**
 * The way of a lease back to the store, when it could not be handed to a local waiter
 * just so. Nobody of this JVM enters meanwhile.
 */
final class LeaseReturn {

	private final Engine engine;

	private final KeyQueue queue;

	LeaseReturn(Engine engine, KeyQueue queue) {
		this.engine = engine;
		this.queue = queue;
	}

	/**
	 * Let the store decide between the next local waiter and other nodes; release where
	 * nobody waits here, or where the next waiter asks for a longer lease: a renewal that
	 * was sent before may reach the store after the hand-over, and counts as the same
	 * owner's, so it would cut that lease short.
	 * @return whether the lock was still held
	 */
	boolean giveBack(Hold hold) {
		this.engine.watchdog().forget(hold.lease());
		try {
			Waiter next = successor();
			return (next != null && hold.lease().covers(next.demand())) ? yieldOrRenew(hold, next.demand())
					: release(hold);
		}
		finally {
			this.engine.queues().leave(this.queue);
		}
	}

	private @Nullable Waiter successor() {
		boolean handOff = this.engine.settings().handOff().maxConsecutive() > 0;
		return (handOff && !this.engine.closing().isOn()) ? this.queue.first() : null;
	}

	private boolean release(Hold hold) {
		boolean held = release(hold.lease());
		if (!held) {
			this.engine.losses().foundAtRelease(hold);
		}
		return held;
	}

	private boolean release(RemoteLease lease) {
		try {
			return this.engine.store().release(lease.lease(), lease.lastToken());
		}
		finally {
			this.queue.returned(0);
		}
	}

	private boolean yieldOrRenew(Hold hold, Demand demand) {
		RemoteLease lease = hold.lease();
		long sentAt = Nanos.now();
		HandOver answer;
		try {
			answer = this.engine.store().yieldOrRenew(lease.lease(), lease.lastToken(), demand.claim());
		}
		catch (RuntimeException ex) {
			withdraw(lease);
			return true;
		}
		catch (Error ex) {
			withdraw(lease);
			throw ex;
		}
		return answered(hold, answer, demand, sentAt);
	}

	private void withdraw(RemoteLease lease) {
		this.engine.store().withdraw(this.queue.key(), lease.lease().owner(), lease.durationNanos());
		this.queue.returned(0);
	}

	private boolean answered(Hold hold, HandOver answer, Demand demand, long sentAt) {
		if (answer instanceof Renewed renewed) {
			renewed(new RemoteLease(this.queue, renewed.lease(), demand.claim().leaseTime(), sentAt));
			return true;
		}
		if (answer instanceof Yielded yielded) {
			this.queue.returned(yielded.backOff().toNanos());
			return true;
		}
		this.queue.returned(0);
		this.engine.losses().foundAtRelease(hold);
		return false;
	}

	private void renewed(RemoteLease lease) {
		if (!lease.isWorthHaving() || !this.queue.passOnRenewed(lease)) {
			release(lease);
		}
	}

}
