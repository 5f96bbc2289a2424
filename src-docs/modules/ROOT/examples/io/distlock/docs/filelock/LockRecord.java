package io.distlock.docs.filelock;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

import io.distlock.provider.LockOwner;
import io.distlock.provider.StoredLock;

/**
 * What the file of a key says. Times are in microseconds since 1970.
 *
 * @param key the key, encoded
 * @param owner the attempt that was granted
 * @param lastToken the last token of the grant
 * @param expiresAt when the lease ends
 * @param awaitedUntil until when it counts that another process waits
 * @param holder the node, for people who read the file
 */
// tag::record[]
record LockRecord(String key, String owner, long lastToken, long expiresAt, long awaitedUntil, String holder) {

	private static final long WAITER_COUNTS_FOR = TimeUnit.SECONDS.toMicros(1);

	boolean isOf(LockOwner owner) {
		return this.owner.equals(owner.id());
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

	LockRecord awaited(long now) {
		return new LockRecord(this.key, this.owner, this.lastToken, this.expiresAt, now + WAITER_COUNTS_FOR,
				this.holder);
	}

	StoredLock describe(long now) {
		return new StoredLock(this.key, this.holder, this.lastToken, remaining(now), isAwaited(now));
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
