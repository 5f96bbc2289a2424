// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

/**
 * Policy for a call whose lock was not acquired in time.
 *
 * @since 0.1.0
 */
public enum OnBusy {

	/**
	 * The call throws {@link io.distlock.LockNotAcquiredException}.
	 */
	FAIL,

	/**
	 * The call is skipped: a {@code void} method returns, and a result is an empty {@code
	 * Optional}, a {@code CompletionStage} with {@code null}, an empty {@code Mono} or
	 * {@code Flux}, or {@code null} for other reference types. Methods with a primitive
	 * or non-null return type cannot be skipped.
	 */
	SKIP

}
