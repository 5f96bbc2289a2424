// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.DeferrableLock;
import io.distlock.DelegatingHeldLock;
import io.distlock.HeldLock;
import io.distlock.LockContext;
import io.distlock.LockEngine;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.OnLost;
import org.jspecify.annotations.Nullable;

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
		return lead(request).map((term) -> new EnteredTerm(term.lock(), request));
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
	public Optional<HeldLock> findHeld(String key) {
		return LockContext.all(EnteredTerm.class)
			.stream()
			.filter((term) -> term.isOf(key) && term.isHeld())
			.findFirst()
			.map(HeldLock.class::cast);
	}

	@Override
	public LockNotAcquiredException notAcquired(LockRequest request) {
		return new NotLeaderException(role(request));
	}

	/**
	 * The lock of a role, known to the thread that works under it.
	 */
	private static final class EnteredTerm extends DelegatingHeldLock implements DeferrableLock {

		private final LockRequest request;

		private final LockContext.Binding binding;

		/**
		 * The terms that end with this one at the latest; {@code null} if its release
		 * does not wait.
		 */
		private volatile @Nullable Set<EnteredTerm> inner;

		private volatile @Nullable Set<EnteredTerm> around;

		EnteredTerm(HeldLock lock, LockRequest request) {
			super(lock);
			this.request = request;
			this.binding = LockContext.bind(this, request.onLost());
		}

		boolean isOf(String role) {
			return this.request.keys().get(0).equals(role);
		}

		@Override
		public @Nullable Runnable deferRelease() {
			Set<EnteredTerm> around = LockContext.all(EnteredTerm.class)
				.stream()
				.filter(this::isKeptWith)
				.map((term) -> term.inner)
				.filter(Objects::nonNull)
				.findFirst()
				.orElse(null);
			if (around != null) {
				this.around = around;
				around.add(this);
				return null;
			}
			Set<EnteredTerm> inner = ConcurrentHashMap.newKeySet();
			this.inner = inner;
			return () -> {
				this.binding.close();
				super.close();
				inner.forEach(HeldLock::close);
			};
		}

		private boolean isKeptWith(EnteredTerm other) {
			return other.isOf(this.request.keys().get(0)) && other.fencingToken() == fencingToken()
					&& (other.request.onLost() != OnLost.IGNORE || this.request.onLost() == OnLost.IGNORE);
		}

		@Override
		public boolean release() {
			close();
			return isHeld();
		}

		@Override
		public void close() {
			if (this.inner != null) {
				return;
			}
			this.binding.close();
			super.close();
			Set<EnteredTerm> around = this.around;
			if (around != null) {
				around.remove(this);
			}
		}

	}

}
