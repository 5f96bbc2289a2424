// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.util.Random;

import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;

/**
 * What a worker asks for, by what its node is told.
 */
final class Terms {

	private static final Way[] WAYS = Way.values();

	private static final Way[] WAYS_TOGETHER = { Way.RENEWED, Way.FIXED, Way.ASYNC };

	private final NodeSettings settings;

	private final LockMode mode;

	private final Way way;

	private Terms(NodeSettings settings, LockMode mode, Way way) {
		this.settings = settings;
		this.mode = mode;
		this.way = way;
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
		return new Terms(settings, mode, ways[random.nextInt(ways.length)]);
	}

	static Terms exclusive(NodeSettings settings, Way way) {
		return new Terms(settings, LockMode.EXCLUSIVE, way);
	}

	Way way() {
		return this.way;
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

	Event noted(Event acquire) {
		return switch (this.mode) {
			case EXCLUSIVE -> acquire;
			case SHARED -> acquire.with(Detail.MODE, Detail.SHARED);
			case PERMIT -> acquire.with(Detail.MODE, Detail.PERMIT).with(Detail.PERMITS, this.settings.permits());
		};
	}

}
