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

	private final NodeSettings settings;

	private final LockMode mode;

	private final Way way;

	private final @Nullable Call call;

	private Terms(NodeSettings settings, LockMode mode, Way way, @Nullable Call call) {
		this.settings = settings;
		this.mode = mode;
		this.way = way;
		this.call = call;
	}

	/**
	 * Choose by chance where there is a choice. An interruptible wait asks for an
	 * exclusive lock.
	 */
	static Terms choose(NodeSettings settings, Random random) {
		LockMode mode = switch (settings.use()) {
			case ALONE -> LockMode.EXCLUSIVE;
			case SHARED -> (random.nextInt(4) == 0) ? LockMode.EXCLUSIVE : LockMode.SHARED;
			case PERMITS -> LockMode.PERMIT;
		};
		Way[] ways = (mode == LockMode.EXCLUSIVE) ? WAYS : WAYS_TOGETHER;
		Way way = ways[random.nextInt(ways.length)];
		return (random.nextInt(CALLS_OF_ATTEMPTS) == 0)
				? new Terms(settings, mode, Way.RENEWED, Call.values()[random.nextInt(Call.values().length)])
				: new Terms(settings, mode, way, null);
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
		LockRequest request = LockRequest.of(key).leaseTime(this.settings.lease()).waitTime(this.settings.waitTime());
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
		Duration wait = (this.call == null || this.call.takesRequest()) ? this.settings.waitTime()
				: this.settings.usualWaitTime();
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
