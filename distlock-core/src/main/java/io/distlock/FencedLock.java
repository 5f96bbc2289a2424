// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lock with a fencing token that is checked in every transaction of the acquiring thread
 * until the release.
 */
final class FencedLock extends DelegatingHeldLock {

	private static final Logger logger = LoggerFactory.getLogger(FencedLock.class);

	private final FencedCalls.Entry entry;

	private final AtomicBoolean ended = new AtomicBoolean();

	FencedLock(HeldLock lock, FencedCalls.Entry entry) {
		super(lock);
		this.entry = entry;
	}

	@Override
	public boolean release() {
		this.entry.close();
		boolean held = super.release();
		if (this.ended.compareAndSet(false, true)) {
			this.entry.verify();
		}
		return held;
	}

	@Override
	public void close() {
		this.entry.close();
		super.close();
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

}
