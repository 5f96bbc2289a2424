// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node.method;

import java.util.concurrent.CompletableFuture;

import io.distlock.LockMode;
import io.distlock.annotation.DistributedLock;
import reactor.core.publisher.Mono;

/**
 * Methods that hold a lock alone.
 *
 * @since 0.1.0
 */
public class ExclusiveMethods extends LockedMethods {

	@Override
	public LockMode mode() {
		return LockMode.EXCLUSIVE;
	}

	@Override
	@DistributedLock(name = NAME, key = "#key")
	public void run(String key, LockedWork work) {
		super.run(key, work);
	}

	@Override
	@DistributedLock(name = NAME, key = "#key")
	public CompletableFuture<Void> stage(String key, LockedWork work) {
		return super.stage(key, work);
	}

	@Override
	@DistributedLock(name = NAME, key = "#key")
	public Mono<Void> mono(String key, LockedWork work) {
		return super.mono(key, work);
	}

}
