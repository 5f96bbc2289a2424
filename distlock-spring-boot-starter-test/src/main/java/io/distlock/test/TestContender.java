/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.test;

import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;

/**
 * The application's place in the contest for a key.
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
	 * Return whether the store has said that another owner holds the key.
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
