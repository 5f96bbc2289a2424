// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.util.concurrent.CompletableFuture;

import io.distlock.LockMode;
import io.distlock.annotation.DistributedLock;
import reactor.core.publisher.Mono;

/**
 * Methods that share a lock.
 */
class SharedMethods extends LockedMethods {

	@Override
	LockMode mode() {
		return LockMode.SHARED;
	}

	@Override
	@DistributedLock(name = NAME, key = "#key", mode = LockMode.SHARED)
	void run(String key, LockedWork work) {
		super.run(key, work);
	}

	@Override
	@DistributedLock(name = NAME, key = "#key", mode = LockMode.SHARED)
	CompletableFuture<Void> stage(String key, LockedWork work) {
		return super.stage(key, work);
	}

	@Override
	@DistributedLock(name = NAME, key = "#key", mode = LockMode.SHARED)
	Mono<Void> mono(String key, LockedWork work) {
		return super.mono(key, work);
	}

}
