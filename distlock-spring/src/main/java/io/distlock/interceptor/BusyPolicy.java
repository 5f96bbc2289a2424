// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import io.distlock.LockNotAcquiredException;
import io.distlock.interceptor.expression.LockExpressionRoot;
import org.jspecify.annotations.Nullable;

/**
 * Result of a call whose lock was not acquired in time.
 */
@FunctionalInterface
interface BusyPolicy {

	/**
	 * The call fails.
	 */
	BusyPolicy FAIL = (call, reason) -> {
		throw reason;
	};

	@Nullable Object handle(LockExpressionRoot call, LockNotAcquiredException reason) throws Throwable;

}
