// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node;

import java.util.concurrent.CompletableFuture;

import io.distlock.LockMode;
import io.distlock.annotation.DistributedLock;
import reactor.core.publisher.Mono;

/**
 * Methods that hold a lock alone.
 */
class ExclusiveMethods extends LockedMethods {

	@Override
	LockMode mode() {
		return LockMode.EXCLUSIVE;
	}

	@Override
	@DistributedLock(name = NAME, key = "#key")
	void run(String key, LockedWork work) {
		super.run(key, work);
	}

	@Override
	@DistributedLock(name = NAME, key = "#key")
	CompletableFuture<Void> stage(String key, LockedWork work) {
		return super.stage(key, work);
	}

	@Override
	@DistributedLock(name = NAME, key = "#key")
	Mono<Void> mono(String key, LockedWork work) {
		return super.mono(key, work);
	}

}
