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

package io.distlock;

import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock whose token is checked in every transaction of the thread that acquired it,
 * until it is released.
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
