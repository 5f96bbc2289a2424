package io.distlock.lease;

import org.jspecify.annotations.Nullable;

/**
 * Somebody of this JVM who wants a key. The first in the queue leads: it asks the store
 * on behalf of the JVM. The others are granted what the one before them hands over.
 */
abstract class Waiter {

	private final Demand demand;

	private volatile Role role = Role.QUEUED;

	private volatile @Nullable Hold hold;

	private volatile long notBefore = Nanos.now();

	Waiter(Demand demand) {
		this.demand = demand;
	}

	/**
	 * Make the waiter look at its role.
	 */
	abstract void wake();

	/**
	 * Return the thread that owns what is granted.
	 * @return the thread, or {@code null} if no thread does
	 */
	abstract @Nullable Thread thread();

	/**
	 * Become the one who asks the store, but not before some time has passed.
	 */
	void lead(long backOffNanos) {
		this.notBefore = Nanos.now() + backOffNanos;
		this.role = Role.LEADING;
	}

	void grant(Hold hold) {
		this.hold = hold;
		this.role = Role.GRANTED;
	}

	void leave() {
		this.role = Role.GONE;
	}

	Demand demand() {
		return this.demand;
	}

	long deadline() {
		return this.demand.deadline();
	}

	Role role() {
		return this.role;
	}

	@Nullable Hold hold() {
		return this.hold;
	}

	long notBefore() {
		return this.notBefore;
	}

	enum Role {

		QUEUED, LEADING, GRANTED, GONE

	}

}
