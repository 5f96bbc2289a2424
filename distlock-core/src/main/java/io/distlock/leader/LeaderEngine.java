// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.distlock.HeldLock;
import io.distlock.LockEngine;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;

/**
 * Gives the lock of a role to code of the node that leads it, and to no other, without
 * waiting and without asking the store. Keys are names of roles. With it a
 * {@link io.distlock.LockTemplate} runs callbacks on the leader only.
 *
 * @since 0.1.0
 */
public final class LeaderEngine implements LockEngine {

	private final LeaderElections elections;

	/**
	 * Create an engine.
	 * @param elections know where this node leads; a role that is asked for is stood for
	 */
	public LeaderEngine(LeaderElections elections) {
		this.elections = elections;
	}

	@Override
	public Optional<HeldLock> acquire(LockRequest request) {
		return lead(request).map((term) -> term.enter(request.onLost()));
	}

	@Override
	public Optional<HeldLock> acquireInterruptibly(LockRequest request) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		return acquire(request);
	}

	@Override
	public CompletionStage<HeldLock> acquireAsync(LockRequest request) {
		return lead(request).<CompletionStage<HeldLock>>map((term) -> CompletableFuture.completedFuture(term.lock()))
			.orElseGet(() -> CompletableFuture.failedFuture(notAcquired(request)));
	}

	@Override
	public CompletionStage<Boolean> releaseAsync(HeldLock lock) {
		return CompletableFuture.completedFuture(lock.release());
	}

	private Optional<LeaderTerm> lead(LockRequest request) {
		return this.elections.election(role(request)).current();
	}

	private static String role(LockRequest request) {
		if (request.keys().size() > 1) {
			throw new IllegalArgumentException(
					"A call must name exactly one role, but names %s".formatted(request.keys()));
		}
		return request.keys().get(0);
	}

	@Override
	public Optional<HeldLock> findHeld(LockRequest request) {
		return LeaderTerm.entered(role(request)).findFirst();
	}

	@Override
	public LockNotAcquiredException notAcquired(LockRequest request) {
		return new NotLeaderException(role(request));
	}

}
