// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.util.concurrent.CompletableFuture;

import io.distlock.LockMode;
import io.distlock.annotation.DistributedLock;
import reactor.core.publisher.Mono;

/**
 * Methods that hold one of the permits of a lock.
 */
class PermitMethods extends LockedMethods {

	private static final String PERMITS = "${" + NodeSettings.PERMITS + "}";

	@Override
	LockMode mode() {
		return LockMode.PERMIT;
	}

	@Override
	@DistributedLock(name = NAME, key = "#key", mode = LockMode.PERMIT, permitsString = PERMITS)
	void run(String key, LockedWork work) {
		super.run(key, work);
	}

	@Override
	@DistributedLock(name = NAME, key = "#key", mode = LockMode.PERMIT, permitsString = PERMITS)
	CompletableFuture<Void> stage(String key, LockedWork work) {
		return super.stage(key, work);
	}

	@Override
	@DistributedLock(name = NAME, key = "#key", mode = LockMode.PERMIT, permitsString = PERMITS)
	Mono<Void> mono(String key, LockedWork work) {
		return super.mono(key, work);
	}

}
