// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.time.Duration;
import java.util.Random;

import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.Events;
import org.jspecify.annotations.Nullable;

/**
 * What a worker asks for, by what its node is told.
 */
final class Terms {

	private static final Way[] WAYS = Way.values();

	private static final Way[] WAYS_TOGETHER = { Way.RENEWED, Way.FIXED, Way.ASYNC };

	/**
	 * One in so many attempts is a call that holds its lock.
	 */
	private static final int CALLS_OF_ATTEMPTS = 4;

	private static final Duration SHORT_WAIT = Duration.ofMillis(300);

	private final NodeSettings settings;

	private final LockMode mode;

	private final Way way;

	private final @Nullable Call call;

	private final Duration waitTime;

	private Terms(NodeSettings settings, LockMode mode, Way way, @Nullable Call call) {
		this(settings, mode, way, call, settings.waitTime());
	}

	private Terms(NodeSettings settings, LockMode mode, Way way, @Nullable Call call, Duration waitTime) {
		this.settings = settings;
		this.mode = mode;
		this.way = way;
		this.call = call;
		this.waitTime = waitTime;
	}

	/**
	 * Choose by chance where there is a choice. An interruptible wait asks for an
	 * exclusive lock. Where several hold a key, half of those who ask give up soon, and
	 * leave others behind who wait for long.
	 */
	static Terms choose(NodeSettings settings, Random random) {
		LockMode mode = switch (settings.use()) {
			case ALONE -> LockMode.EXCLUSIVE;
			case SHARED -> (random.nextInt(4) == 0) ? LockMode.EXCLUSIVE : LockMode.SHARED;
			case PERMITS -> LockMode.PERMIT;
		};
		Way[] ways = (mode == LockMode.EXCLUSIVE) ? WAYS : WAYS_TOGETHER;
		Way way = ways[random.nextInt(ways.length)];
		Duration waitTime = settings.waitTime();
		if (settings.use() != HoldUse.ALONE && SHORT_WAIT.compareTo(waitTime) < 0 && random.nextBoolean()) {
			waitTime = SHORT_WAIT;
		}
		return (random.nextInt(CALLS_OF_ATTEMPTS) == 0)
				? new Terms(settings, mode, Way.RENEWED, Call.values()[random.nextInt(Call.values().length)], waitTime)
				: new Terms(settings, mode, way, null, waitTime);
	}

	static Terms exclusive(NodeSettings settings, Call call) {
		return new Terms(settings, LockMode.EXCLUSIVE, Way.RENEWED, call);
	}

	static Terms exclusive(NodeSettings settings, Way way) {
		return new Terms(settings, LockMode.EXCLUSIVE, way, null);
	}

	/**
	 * Return how to acquire the lock, where no call holds it.
	 */
	Way way() {
		return this.way;
	}

	/**
	 * Return the call that holds the lock, if one does.
	 */
	@Nullable Call call() {
		return this.call;
	}

	boolean isRenewed() {
		return this.way != Way.FIXED;
	}

	boolean isShared() {
		return this.mode == LockMode.SHARED;
	}

	boolean isExclusive() {
		return this.mode == LockMode.EXCLUSIVE;
	}

	/**
	 * Return whether a thread that holds the key may enter it again.
	 */
	boolean isReentrant() {
		return this.mode != LockMode.PERMIT && this.way == Way.RENEWED;
	}

	LockRequest request(String key) {
		LockRequest request = LockRequest.of(key).leaseTime(this.settings.lease()).waitTime(this.waitTime);
		return switch (this.mode) {
			case EXCLUSIVE -> request;
			case SHARED -> request.shared();
			case PERMIT -> request.permits(this.settings.permits());
		};
	}

	/**
	 * Return the begin of an attempt. The annotation of a method has the wait time of the
	 * application.
	 */
	Event begin(String key, long op) {
		Duration wait = (this.call == null || this.call.takesRequest()) ? this.waitTime : this.settings.usualWaitTime();
		return noted(Events.acquire(key, op, wait.toNanos()));
	}

	private Event noted(Event acquire) {
		return switch (this.mode) {
			case EXCLUSIVE -> acquire;
			case SHARED -> acquire.with(Detail.MODE, Detail.SHARED);
			case PERMIT -> acquire.with(Detail.MODE, Detail.PERMIT).with(Detail.PERMITS, this.settings.permits());
		};
	}

}
