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

package io.distlock.lease;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;

import io.distlock.provider.LockOwner;

/**
 * Makes an owner for every attempt: 128 random bits of this engine and a counter.
 * <p>
 * See the page 'engine-protocol' of the reference.
 */
final class OwnerIds {

	private final String instance;

	private final AtomicLong counter = new AtomicLong();

	OwnerIds() {
		byte[] random = new byte[16];
		new SecureRandom().nextBytes(random);
		this.instance = Base64.getUrlEncoder().withoutPadding().encodeToString(random) + ":";
	}

	LockOwner next() {
		return new LockOwner(this.instance + Long.toString(this.counter.getAndIncrement(), Character.MAX_RADIX));
	}

}
