// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.distlock.FencedCalls;
import io.distlock.LockMode;
import io.distlock.LockRequest;
import io.distlock.internal.interceptor.expression.LockExpressionRoot;
import io.distlock.internal.interceptor.expression.LockKeys;
import io.distlock.internal.interceptor.result.ReturnStyle;
import io.distlock.transactional.TransactionLockedCalls;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is known of a locked method before it is called.
 *
 * @param method the method of the class
 * @param targets what it locks and how: one lock, or several together
 * @param busy what happens if they are not acquired in time
 * @param style when the method is done
 * @param role whether it is called by the leader of a role, which is its only target
 * @param provider the bean name of the provider, empty for the default one
 * @param fenced checks the fencing token, {@code null} if it is not to be checked
 * @param transaction locks for a transaction, {@code null} if the lock has a lease
 */
public record DistributedLockOperation(Method method, List<LockKeys> targets, BusyPolicy busy, ReturnStyle style,
		boolean role, String provider, @Nullable FencedCalls fenced, @Nullable TransactionLockedCalls transaction) {

	/**
	 * Return whether a call of this method may hold the locks that a call of another one
	 * wants, as far as names and expressions show.
	 * @param wanted the operation of the other method
	 * @return whether it may hold them
	 */
	public boolean includes(DistributedLockOperation wanted) {
		return this.role == wanted.role && this.provider.equals(wanted.provider)
				&& (this.transaction == null) == (wanted.transaction == null)
				&& (mode() == LockMode.EXCLUSIVE || mode() == wanted.mode()) && keys().containsAll(wanted.keys());
	}

	/**
	 * Return whether it is checked, when a call is over, that it had a transaction.
	 * @return whether it is
	 */
	public boolean isVerified() {
		return this.fenced != null || this.transaction != null;
	}

	private Set<String> keys() {
		return this.targets.stream().map(LockKeys::toString).collect(Collectors.toSet());
	}

	/**
	 * Return whether its locks are those of a provider.
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
	 * Return what a call has to lock.
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
