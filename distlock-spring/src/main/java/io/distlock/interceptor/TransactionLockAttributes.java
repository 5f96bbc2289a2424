// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import java.lang.reflect.Method;

import io.distlock.LockMode;
import io.distlock.OnLost;
import io.distlock.TransactionLockedCalls;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.LockLifetime;
import io.distlock.annotation.validation.InvalidLockAnnotationException;
import io.distlock.interceptor.result.ReturnStyle;
import io.distlock.interceptor.result.SuspendFunction;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Refuses what makes no sense with a lock that ends with its transaction.
 *
 * @param shared the attributes of the method
 */
record TransactionLockAttributes(SharedAttributes shared) {

	private static final String NO_LEASE = "the lock ends with its transaction (lifetime = TRANSACTION) and has no lease";

	private static final String REMEDY = "Leave the attribute out, or use lifetime = METHOD.";

	/**
	 * Return what takes the lock, or {@code null} if it has a lease.
	 * @param style when the method is done
	 * @param calls knows how to lock in transactions
	 */
	@Nullable TransactionLockedCalls calls(ReturnStyle style, ObjectProvider<TransactionLockedCalls> calls) {
		if (this.shared.value("lifetime", LockLifetime.METHOD, DistributedLock::lifetime) == LockLifetime.METHOD) {
			return null;
		}
		checkStyle(style);
		checkNoLease();
		TransactionLockedCalls found = calls.getIfAvailable();
		if (found == null) {
			throw invalid("nothing locks in transactions",
					"Add spring-boot-starter-jdbc, a DataSource and a transaction manager; or use lifetime = METHOD.");
		}
		found.expect();
		return found;
	}

	private void checkStyle(ReturnStyle style) {
		if (style != ReturnStyle.BLOCKING) {
			Method method = this.shared.method();
			throw invalid(
					"the method %s, and is not done when its transaction ends".formatted(SuspendFunction.is(method)
							? "is a suspend function" : "returns a " + method.getReturnType().getSimpleName()),
					"Let a method that returns when its work is done have the transaction and the lock, or use lifetime = METHOD.");
		}
	}

	private void checkNoLease() {
		refuse("leaseTime", this.shared.text("leaseTime", DistributedLock::leaseTime), "");
		refuse("autoRenew", this.shared.value("autoRenew", true, DistributedLock::autoRenew), true);
		refuse("maxHoldTime", this.shared.text("maxHoldTime", DistributedLock::maxHoldTime), "");
		refuse("onLost", this.shared.value("onLost", OnLost.FAIL, DistributedLock::onLost), OnLost.FAIL);
		refuse("fenced", this.shared.value("fenced", false, DistributedLock::fenced), false);
		refuse("mode", this.shared.value("mode", LockMode.EXCLUSIVE, DistributedLock::mode), LockMode.EXCLUSIVE);
		refuse("provider", this.shared.text("provider", DistributedLock::provider), "");
	}

	private void refuse(String name, Object value, Object unset) {
		if (!value.equals(unset)) {
			throw this.shared.plain(name, value.toString()).invalid(reason(name), REMEDY);
		}
	}

	private static String reason(String name) {
		return switch (name) {
			case "provider" -> "the lock is one of the database of its transaction (lifetime = TRANSACTION)";
			case "mode" -> "a lock of a transaction (lifetime = TRANSACTION) has one owner";
			default -> NO_LEASE;
		};
	}

	private InvalidLockAnnotationException invalid(String reason, String remedy) {
		return this.shared.plain("lifetime", LockLifetime.TRANSACTION.name()).invalid(reason, remedy);
	}

}
