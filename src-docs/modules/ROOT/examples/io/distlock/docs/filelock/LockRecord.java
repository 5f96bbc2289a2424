// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.filelock;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.StoredLock;

/**
 * What the file of a key says. Times are in microseconds since 1970.
 *
 * @param key the key, encoded
 * @param owner the attempt that was granted, also after its release
 * @param lastToken the last token of the grant, or the last that was used of it
 * @param expiresAt when the lease ends, 0 after a release
 * @param awaitedUntil until when it counts that another process waits
 * @param holder the node, for people who read the file
 */
// tag::record[]
record LockRecord(String key, String owner, long lastToken, long expiresAt, long awaitedUntil, String holder) {

	private static final long WAITER_COUNTS_FOR = TimeUnit.SECONDS.toMicros(1);

	boolean isOf(LockOwner owner) {
		return this.owner.equals(owner.id()) && this.expiresAt != 0;
	}

	boolean isReleasedBy(LockOwner owner) {
		return this.owner.equals(owner.id()) && this.expiresAt == 0;
	}

	boolean isHeld(long now) {
		return now < this.expiresAt;
	}

	boolean isAwaited(long now) {
		return now < this.awaitedUntil;
	}

	Duration remaining(long now) {
		return Duration.of(Math.max(0, this.expiresAt - now), ChronoUnit.MICROS);
	}

	LockRecord renewed(long now, Duration lease) {
		long end = now + TimeUnit.NANOSECONDS.toMicros(lease.toNanos());
		return new LockRecord(this.key, this.owner, this.lastToken, end, this.awaitedUntil, this.holder);
	}

	/**
	 * Take back the tokens that were not used; 0 says that this is not known.
	 */
	LockRecord used(long lastToken) {
		long last = (lastToken != 0) ? Math.min(this.lastToken, lastToken) : this.lastToken;
		return new LockRecord(this.key, this.owner, last, this.expiresAt, this.awaitedUntil, this.holder);
	}

	LockRecord released() {
		return new LockRecord(this.key, this.owner, this.lastToken, 0, 0, this.holder);
	}

	/**
	 * The lease that was granted last.
	 */
	Lease lease(LockClaim claim) {
		return Lease.of(claim.key(), new LockOwner(this.owner), claim.leaseTime(), this.lastToken - claim.tokens() + 1,
				this.lastToken);
	}

	LockRecord awaited(long now) {
		return new LockRecord(this.key, this.owner, this.lastToken, this.expiresAt, now + WAITER_COUNTS_FOR,
				this.holder);
	}

	StoredLock describe(long now) {
		return StoredLock.of(this.key, this.holder, this.lastToken, remaining(now), isAwaited(now));
	}

	String text() {
		return "%s\n%s\n%d\n%d\n%d\n%s".formatted(this.key, this.owner, this.lastToken, this.expiresAt,
				this.awaitedUntil, this.holder);
	}

	static LockRecord of(String text) {
		String[] lines = text.split("\n", 6);
		return new LockRecord(lines[0], lines[1], Long.parseLong(lines[2]), Long.parseLong(lines[3]),
				Long.parseLong(lines[4]), lines[5]);
	}

}
// end::record[]
