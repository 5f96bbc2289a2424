// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.distlock.FencedCalls;
import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockRequest;
import io.distlock.internal.interceptor.expression.LockExpressionRoot;
import io.distlock.internal.interceptor.expression.LockKeys;
import io.distlock.internal.interceptor.result.ReturnStyle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metadata of a locked method, independent of calls.
 *
 * @param method the method of the class
 * @param targets the locks of the method, acquired together
 * @param busy the policy for locks that are not acquired in time
 * @param style the completion style of the method
 * @param role whether the method requires a role, which is then the only target
 * @param provider the bean name of the provider, empty for the default provider
 * @param fenced checks the fencing token, or {@code null} for no check
 * @param transaction acquires transaction-scoped locks, or {@code null} for a lock with a
 * lease
 */
public record DistributedLockOperation(Method method, List<LockKeys> targets, BusyPolicy busy, ReturnStyle style,
		boolean role, String provider, @Nullable FencedCalls fenced, @Nullable TransactionLockedCalls transaction) {

	private static final Logger logger = LoggerFactory.getLogger(DistributedLockOperation.class);

	/**
	 * Handle a call whose locks were not acquired in time.
	 * @param call the call
	 * @param reason the failure to acquire them
	 * @return the result of the call
	 * @throws Throwable the failure of the call
	 */
	public @Nullable Object handleBusy(LockExpressionRoot call, LockNotAcquiredException reason) throws Throwable {
		logger.debug("Busy: {}.{}. {}", this.method.getDeclaringClass().getName(), this.method.getName(),
				reason.getMessage());
		return this.busy.handle(call, reason);
	}

	/**
	 * Return whether a call of this method may hold the locks for a call of another
	 * method, according to names and expressions.
	 * @param wanted the operation of the other method
	 * @return {@code true} if the locks may be held
	 */
	public boolean includes(DistributedLockOperation wanted) {
		return this.role == wanted.role && this.provider.equals(wanted.provider)
				&& (this.transaction == null) == (wanted.transaction == null)
				&& (mode() == LockMode.EXCLUSIVE || mode() == wanted.mode()) && keys().containsAll(wanted.keys());
	}

	/**
	 * Return whether the use of a transaction is verified after each call.
	 * @return {@code true} for fenced and transaction-scoped locks
	 */
	public boolean isVerified() {
		return this.fenced != null || this.transaction != null;
	}

	private Set<String> keys() {
		return this.targets.stream().map(LockKeys::toString).collect(Collectors.toSet());
	}

	/**
	 * Return whether the locks belong to a provider.
	 */
	boolean isOf(String provider) {
		return !this.role && this.provider.equals(provider);
	}

	LockMode mode() {
		return this.targets.get(0).request().mode();
	}

	Set<String> names() {
		return this.targets.stream()
			.map((target) -> target.request().keys().get(0))
			.collect(Collectors.toCollection(LinkedHashSet::new));
	}

	/**
	 * Return the request for a call.
	 * @param call the call
	 * @return the request, or {@code null} if the call needs no lock
	 */
	public @Nullable LockRequest request(LockExpressionRoot call) {
		if (this.targets.size() == 1) {
			return this.targets.get(0).resolve(call);
		}
		Set<String> keys = new LinkedHashSet<>();
		for (LockKeys target : this.targets) {
			LockRequest request = target.resolve(call);
			keys.addAll((request != null) ? request.keys() : List.of());
		}
		return keys.isEmpty() ? null : this.targets.get(0).request().keys(keys).name(String.join("+", names()));
	}

}
