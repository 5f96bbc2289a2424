package io.distlock;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock whose token is checked in every transaction of the thread that acquired it,
 * until it is released.
 */
final class FencedLock implements HeldLock {

	private static final Logger logger = LoggerFactory.getLogger(FencedLock.class);

	private final HeldLock lock;

	private final FencedCalls.Entry entry;

	private final AtomicBoolean ended = new AtomicBoolean();

	FencedLock(HeldLock lock, FencedCalls.Entry entry) {
		this.lock = lock;
		this.entry = entry;
	}

	@Override
	public String key() {
		return this.lock.key();
	}

	@Override
	public long fencingToken() {
		return this.lock.fencingToken();
	}

	@Override
	public Map<String, Long> fencingTokens() {
		return this.lock.fencingTokens();
	}

	@Override
	public boolean isHeld() {
		return this.lock.isHeld();
	}

	@Override
	public void assertHeld() {
		this.lock.assertHeld();
	}

	@Override
	public Duration remainingLease() {
		return this.lock.remainingLease();
	}

	@Override
	public void onLost(Consumer<LockLostException> callback) {
		this.lock.onLost(callback);
	}

	@Override
	public boolean release() {
		this.entry.close();
		boolean held = this.lock.release();
		if (this.ended.compareAndSet(false, true)) {
			this.entry.verify();
		}
		return held;
	}

	@Override
	public void close() {
		this.entry.close();
		this.lock.close();
		if (this.ended.compareAndSet(false, true)) {
			verifyQuietly();
		}
	}

	private void verifyQuietly() {
		try {
			this.entry.verify();
		}
		catch (LockException ex) {
			logger.error(ex.getMessage());
		}
	}

	@Override
	public String toString() {
		return this.lock.toString();
	}

}
