// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.operation;

import io.distlock.LockNotAcquiredException;
import io.distlock.internal.interceptor.expression.LockExpressionRoot;
import org.jspecify.annotations.Nullable;

/**
 * Strategy for a call whose lock was not acquired in time.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface BusyPolicy {

	/**
	 * Policy that fails the call.
	 */
	BusyPolicy FAIL = (call, reason) -> {
		throw reason;
	};

	/**
	 * Handle a call.
	 * @param call the call
	 * @param reason the failed acquisition
	 * @return the result of the call
	 * @throws Throwable the failure of the call
	 */
	@Nullable Object handle(LockExpressionRoot call, LockNotAcquiredException reason) throws Throwable;

}
