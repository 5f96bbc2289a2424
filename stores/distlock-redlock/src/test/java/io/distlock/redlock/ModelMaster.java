// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What one master does with each request, in one step. Its clock is its own, and it
 * forgets all when it crashes.
 */
final class ModelMaster {

	private static final long QUARANTINE_ROUNDING = 1000 * ModelTime.MILLI;

	private final ModelClock clock;

	private final ModelBug bug;

	private final Map<String, Boolean> ended = new HashMap<>();

	private String owner = "";

	private long expiresAt = Long.MIN_VALUE;

	private long last;

	private @Nullable Fence fence;

	private long awaitedUntil = Long.MIN_VALUE;

	private long grantsFrom = Long.MIN_VALUE;

	private boolean down;

	ModelMaster(ModelClock clock, ModelBug bug) {
		this.clock = clock;
		this.bug = bug;
	}

	boolean isDown() {
		return this.down;
	}

	void crash() {
		this.down = true;
	}

	/**
	 * Come back with nothing.
	 */
	void restart(long quarantine) {
		this.down = false;
		this.owner = "";
		this.ended.clear();
		this.fence = null;
		this.awaitedUntil = Long.MIN_VALUE;
		this.grantsFrom = this.clock.now()
				+ ((this.bug != ModelBug.NO_QUARANTINE) ? quarantine + QUARANTINE_ROUNDING : 0);
	}

	Answer acquire(String who, long lease, int tokens, long proposed, long mark) {
		long now = this.clock.now();
		if (this.ended.containsKey(who)) {
			return Answer.of(Said.TOO_LATE, now);
		}
		if (isHeld()) {
			return held(who, lease, mark);
		}
		if (now < this.grantsFrom) {
			return Answer.of(Said.QUARANTINED, now);
		}
		long first = Math.max(fence() + 1, proposed(proposed));
		this.owner = who;
		this.last = first + tokens - 1;
		this.expiresAt = now + lease;
		this.fence = new Fence(this.last, who, 0);
		return new Answer(Said.YES, this.last, now);
	}

	private Answer held(String who, long lease, long mark) {
		long now = this.clock.now();
		if (this.owner.equals(who)) {
			this.expiresAt = now + lease;
			return new Answer(Said.YES, this.last, now);
		}
		if (mark > 0) {
			this.awaitedUntil = now + mark;
		}
		return Answer.of(Said.NO, now);
	}

	Answer confirm(String who, long token) {
		if (!isHeldBy(who)) {
			return Answer.of(Said.NO, this.clock.now());
		}
		this.last = token;
		if (fence() < token) {
			this.fence = new Fence(token, who, isFenceOf(who) ? since() : 0);
		}
		return Answer.of(Said.YES, this.clock.now());
	}

	Answer renew(String who, long lease) {
		if (!isHeldBy(who) && !(isHeld() && this.bug == ModelBug.RENEWAL_WITHOUT_OWNER)) {
			return Answer.of(Said.NO, this.clock.now());
		}
		this.expiresAt = this.clock.now() + lease;
		return Answer.of(Said.YES, this.clock.now());
	}

	Answer join(String who, long lease, long token) {
		boolean left = this.fence != null && this.fence.owner.equals("-" + who);
		if (isHeld() || this.ended.containsKey(who) || fence() > token || left) {
			return Answer.of(Said.NO, this.clock.now());
		}
		this.fence = new Fence(token, who, token - 1);
		this.owner = who;
		this.last = token;
		this.expiresAt = this.clock.now() + lease;
		return Answer.of(Said.YES, this.clock.now());
	}

	/**
	 * Renew with new tokens, or say that another node waits.
	 * @param used the last token that was used
	 * @param of the last token of the lease that is given up for the new one
	 */
	Answer yield(String who, long lease, int tokens, long proposed, long used, long of) {
		long now = this.clock.now();
		if (!isHeldBy(who)) {
			return Answer.of(wasReleased(who) ? Said.AWAITED : Said.NO, now);
		}
		if (isFenceOf(who) && since() >= of) {
			return new Answer(Said.RENEWED_BEFORE, this.last, now);
		}
		if (this.awaitedUntil > now) {
			return Answer.of(Said.AWAITED, now);
		}
		long least = isFenceOf(who) ? used : Math.max(fence(), this.last);
		this.last = Math.max(least + 1, proposed(proposed)) + tokens - 1;
		this.expiresAt = now + lease;
		this.fence = new Fence(this.last, who, of);
		return new Answer(Said.YES, this.last, now);
	}

	Answer release(String who, long used) {
		if (isHeldBy(who) || this.bug == ModelBug.RELEASE_WITHOUT_OWNER && isHeld()) {
			boolean back = isFenceOf(who) && used > 0;
			this.fence = new Fence(back ? used : Math.max(fence(), this.last), "-" + who, 0);
			this.owner = "";
			this.awaitedUntil = Long.MIN_VALUE;
			this.ended.put(who, true);
		}
		boolean released = wasReleased(who);
		this.ended.put(who, released);
		return Answer.of(released ? Said.YES : Said.NO, this.clock.now());
	}

	boolean isHeldBy(String who) {
		return isHeld() && this.owner.equals(who);
	}

	private boolean isHeld() {
		return !this.owner.isEmpty() && this.expiresAt > this.clock.now();
	}

	private boolean wasReleased(String who) {
		return this.ended.getOrDefault(who, false);
	}

	private long fence() {
		return (this.fence != null) ? this.fence.token : 0;
	}

	private long since() {
		return (this.fence != null) ? this.fence.since : 0;
	}

	private boolean isFenceOf(String who) {
		return this.fence != null && this.fence.owner.equals(who);
	}

	private long proposed(long proposed) {
		return (proposed == 0 || this.fence == null) ? Math.max(proposed, this.clock.now()) : proposed;
	}

	/**
	 * What a master says.
	 */
	enum Said {

		YES, NO, AWAITED, RENEWED_BEFORE, QUARANTINED, TOO_LATE

	}

	/**
	 * An answer.
	 *
	 * @param said what it says
	 * @param last the last token of a lease, 0 for none
	 * @param clock what the master's clock shows
	 */
	record Answer(Said said, long last, long clock) {

		static Answer of(Said said, long clock) {
			return new Answer(said, 0, clock);
		}

	}

	/**
	 * The greatest token, which outlives the lock.
	 *
	 * @param token the token
	 * @param owner whose it was, with a minus if that one has gone
	 * @param since the lease from which on it was renewed
	 */
	private record Fence(long token, String owner, long since) {

	}

}
