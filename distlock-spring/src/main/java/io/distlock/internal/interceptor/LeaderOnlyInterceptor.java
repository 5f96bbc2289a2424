// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import io.distlock.HeldLock;
import io.distlock.LockCallback;
import io.distlock.LockRequest;
import io.distlock.internal.interceptor.operation.DistributedLockOperation;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import io.distlock.leader.LeaderElections;
import io.distlock.leader.LeaderTerm;
import io.distlock.leader.NotLeaderException;
import org.jspecify.annotations.Nullable;

/**
 * Interceptor that calls a leader method in the current term, if this node leads.
 *
 * @since 0.1.0
 */
public final class LeaderOnlyInterceptor extends LockedCallInterceptor {

	private final Terms terms;

	/**
	 * Create an interceptor.
	 * @param source the leader methods
	 * @param elections supplies the elections of this node for every call
	 * @param executor calls asynchronous methods; a task must not wait for another task
	 * @param transactions supplies the scope of reactive transactions, or {@code null} if
	 * such transactions are committed even after the end of the term
	 */
	public LeaderOnlyInterceptor(DistributedLockOperationSource source, Supplier<LeaderElections> elections,
			Executor executor, Supplier<@Nullable ReactiveTransactionScope> transactions) {
		super(source, executor, transactions);
		this.terms = new Terms(elections);
	}

	@Override
	public boolean isForRoles() {
		return true;
	}

	@Override
	LockedInvocation.Locks locks(DistributedLockOperation operation) {
		return this.terms;
	}

	/**
	 * Terms of this node. The key of a request is the role.
	 */
	private record Terms(Supplier<LeaderElections> elections) implements LockedInvocation.Locks {

		@Override
		public <T extends @Nullable Object, E extends Throwable> T execute(LockRequest request,
				LockCallback<T, E> action) throws E {
			return current(request).execute(action);
		}

		@Override
		public CompletionStage<HeldLock> acquireAsync(LockRequest request) {
			try {
				return CompletableFuture.completedFuture(current(request).lock());
			}
			catch (NotLeaderException ex) {
				return CompletableFuture.failedFuture(ex);
			}
		}

		private LeaderTerm current(LockRequest request) {
			String role = request.keys().get(0);
			return this.elections.get().election(role).current().orElseThrow(() -> new NotLeaderException(role));
		}

	}

}
