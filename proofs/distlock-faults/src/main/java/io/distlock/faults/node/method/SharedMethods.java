// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node.method;

import java.util.concurrent.CompletableFuture;

import io.distlock.LockMode;
import io.distlock.annotation.DistributedLock;
import reactor.core.publisher.Mono;

/**
 * Methods that share a lock.
 *
 * @since 0.1.0
 */
public class SharedMethods extends LockedMethods {

	@Override
	public LockMode mode() {
		return LockMode.SHARED;
	}

	@Override
	@DistributedLock(name = NAME, key = "#key", mode = LockMode.SHARED)
	public void run(String key, LockedWork work) {
		super.run(key, work);
	}

	@Override
	@DistributedLock(name = NAME, key = "#key", mode = LockMode.SHARED)
	public CompletableFuture<Void> stage(String key, LockedWork work) {
		return super.stage(key, work);
	}

	@Override
	@DistributedLock(name = NAME, key = "#key", mode = LockMode.SHARED)
	public Mono<Void> mono(String key, LockedWork work) {
		return super.mono(key, work);
	}

}
