package io.distlock.local;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.StoredLock;
import org.jspecify.annotations.Nullable;

/**
 * One key of the in-process store. Guarded by the provider.
 */
final class LocalLock {

	/**
	 * How long one who yields stays away: the others are woken at once.
	 */
	static final Duration BACK_OFF = Duration.ofMillis(1);

	private final LockKey key;

	private final LocalClock clock;

	private final Set<LocalContender> waiters = new LinkedHashSet<>();

	private @Nullable LockOwner owner;

	private String holder = "";

	private long lastToken;

	private long expiresAt;

	LocalLock(LockKey key, LocalClock clock) {
		this.key = key;
		this.clock = clock;
	}

	LockKey key() {
		return this.key;
	}

	boolean isHeld() {
		return this.owner != null && remainingNanos() > 0;
	}

	boolean isOwnedBy(LockOwner owner) {
		return owner.equals(this.owner);
	}

	long remainingNanos() {
		return (this.owner != null) ? this.expiresAt - this.clock.nanoTime() : 0;
	}

	void grant(LockOwner owner, LockClaim claim, long lastToken) {
		this.owner = owner;
		this.holder = claim.holder();
		this.lastToken = lastToken;
		renew(claim.leaseTime());
	}

	void renew(Duration leaseTime) {
		this.expiresAt = this.clock.nanoTime() + leaseTime.toNanos();
	}

	/**
	 * Free the lock and wake the one who has waited longest.
	 */
	void free() {
		this.owner = null;
		this.waiters.stream().findFirst().ifPresent(LocalContender::wake);
	}

	void addWaiter(LocalContender contender) {
		this.waiters.add(contender);
	}

	boolean removeWaiter(LocalContender contender) {
		return this.waiters.remove(contender);
	}

	boolean isAwaited() {
		return !this.waiters.isEmpty();
	}

	StoredLock describe(int keyLength) {
		return new StoredLock(this.key.encoded(keyLength), this.holder, this.lastToken,
				Duration.ofNanos(Math.max(0, remainingNanos())), isAwaited());
	}

}
