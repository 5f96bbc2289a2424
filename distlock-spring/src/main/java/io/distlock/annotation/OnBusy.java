// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

/**
 * Policy for a call whose lock was not acquired in time.
 *
 * @since 0.1.0
 */
public enum OnBusy {

	/**
	 * The call ends in {@link io.distlock.LockNotAcquiredException}.
	 */
	FAIL,

	/**
	 * The call is skipped: {@code void} returns, an {@code Optional} is empty, a
	 * {@code CompletionStage} completes with {@code null}, a {@code Mono} or {@code Flux}
	 * is empty, and every other reference type is {@code null}. A method that returns a
	 * primitive type, or is declared never to return null, cannot be skipped.
	 */
	SKIP

}
