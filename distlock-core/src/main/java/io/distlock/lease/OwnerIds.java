// SPDX-License-Identifier: Apache-2.0

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
