// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.node.method;

import java.util.concurrent.CompletableFuture;

import io.distlock.LockMode;
import io.distlock.annotation.DistributedLock;
import reactor.core.publisher.Mono;

/**
 * Methods that hold one of the permits of a lock.
 *
 * @since 0.1.0
 */
public class PermitMethods extends LockedMethods {

	/**
	 * The property that says how many permits there are.
	 */
	public static final String PROPERTY = "faults.permits";

	private static final String PERMITS = "${" + PROPERTY + "}";

	@Override
	public LockMode mode() {
		return LockMode.PERMIT;
	}

	@Override
	@DistributedLock(name = NAME, key = "#key", mode = LockMode.PERMIT, permitsString = PERMITS)
	public void run(String key, LockedWork work) {
		super.run(key, work);
	}

	@Override
	@DistributedLock(name = NAME, key = "#key", mode = LockMode.PERMIT, permitsString = PERMITS)
	public CompletableFuture<Void> stage(String key, LockedWork work) {
		return super.stage(key, work);
	}

	@Override
	@DistributedLock(name = NAME, key = "#key", mode = LockMode.PERMIT, permitsString = PERMITS)
	public Mono<Void> mono(String key, LockedWork work) {
		return super.mono(key, work);
	}

}
