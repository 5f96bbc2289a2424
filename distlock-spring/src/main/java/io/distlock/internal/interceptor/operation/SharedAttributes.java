// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Function;

import io.distlock.LockMode;
import io.distlock.OnLost;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.annotation.LockLifetime;
import io.distlock.internal.annotation.AnnotationAttribute;
import io.distlock.internal.interceptor.result.ReturnStyle;
import io.distlock.internal.interceptor.result.SuspendFunction;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Attributes that apply to all locks of a method. An attribute may be set on one of the
 * annotations, but must not have different values.
 *
 * @param locks the annotations of the method
 * @param method the method
 */
record SharedAttributes(List<DistributedLock> locks, Method method) {

	private static final String NO_LEASE = "the lock ends with its transaction (lifetime = TRANSACTION) and has no lease";

	String text(String name, Function<DistributedLock, String> attribute) {
		return value(name, "", attribute);
	}

	/**
	 * Return the value of an attribute, or {@code unset} if no annotation sets another
	 * value.
	 */
	<T> T value(String name, T unset, Function<DistributedLock, T> attribute) {
		List<T> values = this.locks.stream().map(attribute).filter((value) -> !value.equals(unset)).distinct().toList();
		if (values.size() > 1) {
			throw plain(name, values.get(1).toString())
				.invalid("another lock of this method says '%s', and all of them are taken together"
					.formatted(values.get(0)), "Write the same value on both, or on one of them alone.");
		}
		return values.isEmpty() ? unset : values.get(0);
	}

	AnnotationAttribute plain(String name, String literal) {
		return AnnotationAttribute.plain(DistributedLock.class, this.method, name, literal);
	}

	/**
	 * Return the service for transaction-scoped locks, or {@code null} for a lock with a
	 * lease. Rejects attributes that do not apply to transaction-scoped locks.
	 */
	@Nullable TransactionLockedCalls transaction(ReturnStyle style, ObjectProvider<TransactionLockedCalls> calls) {
		if (value("lifetime", LockLifetime.METHOD, DistributedLock::lifetime) == LockLifetime.METHOD) {
			return null;
		}
		if (style != ReturnStyle.BLOCKING) {
			throw invalid("the method %s, and is not done when its transaction ends".formatted(returned()),
					"Let a method that returns when its work is done have the transaction and the lock, or use lifetime = METHOD.");
		}
		checkNoLease();
		TransactionLockedCalls found = calls.getIfAvailable();
		if (found == null) {
			throw invalid("nothing locks in transactions",
					"Add spring-boot-starter-jdbc, a DataSource and a transaction manager; or use lifetime = METHOD.");
		}
		found.expect();
		return found;
	}

	/**
	 * Describe the return style of a method whose result is not a plain value.
	 */
	String returned() {
		return SuspendFunction.is(this.method) ? "is a suspend function"
				: "returns a " + this.method.getReturnType().getSimpleName();
	}

	private void checkNoLease() {
		refuse("leaseTime", "", DistributedLock::leaseTime, NO_LEASE);
		refuse("autoRenew", true, DistributedLock::autoRenew, NO_LEASE);
		refuse("maxHoldTime", "", DistributedLock::maxHoldTime, NO_LEASE);
		refuse("onLost", OnLost.FAIL, DistributedLock::onLost, NO_LEASE);
		refuse("fenced", false, DistributedLock::fenced, NO_LEASE);
		refuse("mode", LockMode.EXCLUSIVE, DistributedLock::mode,
				"a lock of a transaction (lifetime = TRANSACTION) has one owner");
		refuse("provider", "", DistributedLock::provider,
				"the lock is one of the database of its transaction (lifetime = TRANSACTION)");
	}

	private <T> void refuse(String name, T unset, Function<DistributedLock, T> attribute, String reason) {
		T value = value(name, unset, attribute);
		if (!value.equals(unset)) {
			throw plain(name, value.toString()).invalid(reason, "Leave the attribute out, or use lifetime = METHOD.");
		}
	}

	private InvalidLockAnnotationException invalid(String reason, String remedy) {
		return plain("lifetime", LockLifetime.TRANSACTION.name()).invalid(reason, remedy);
	}

}
