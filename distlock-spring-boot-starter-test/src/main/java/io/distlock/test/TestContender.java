// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;

/**
 * Contender of the application for a key.
 */
final class TestContender implements Contender {

	private final TestLockProvider provider;

	private final LockKey key;

	private final Contender contender;

	private final Runnable wakeUp;

	private volatile boolean waiting;

	TestContender(TestLockProvider provider, LockKey key, Contender contender, Runnable wakeUp) {
		this.provider = provider;
		this.key = key;
		this.contender = contender;
		this.wakeUp = wakeUp;
	}

	@Override
	public Attempt attempt(LockOwner owner) {
		Attempt attempt = this.provider.attempt(this.contender, owner);
		this.waiting = attempt instanceof Attempt.Busy;
		return attempt;
	}

	LockKey key() {
		return this.key;
	}

	/**
	 * Return whether the store has reported another owner of the key.
	 */
	boolean isWaiting() {
		return this.waiting;
	}

	void wake() {
		this.wakeUp.run();
	}

	@Override
	public void close() {
		this.provider.left(this);
		this.contender.close();
	}

}
