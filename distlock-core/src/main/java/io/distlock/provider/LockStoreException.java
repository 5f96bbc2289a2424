// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import org.jspecify.annotations.Nullable;

/**
 * A store that did not do what it was asked.
 *
 * @since 0.1.0
 */
public class LockStoreException extends RuntimeException {

	private final Outcome outcome;

	/**
	 * Create an exception.
	 * @param message what went wrong and what helps
	 * @param outcome what is known of the request
	 * @param cause the client's own exception
	 */
	public LockStoreException(String message, Outcome outcome, @Nullable Throwable cause) {
		super(message, cause);
		this.outcome = outcome;
	}

	/**
	 * Return what is known of the request.
	 * @return the outcome
	 */
	public Outcome getOutcome() {
		return this.outcome;
	}

	/**
	 * Outcome of a request that failed.
	 */
	public enum Outcome {

		/**
		 * It did not take effect, and another try may succeed: a deadlock, a refused
		 * connection.
		 */
		TRANSIENT,

		/**
		 * It may have taken effect: no answer came.
		 */
		UNKNOWN,

		/**
		 * It did not take effect and never will: a missing table, a wrong password.
		 */
		PERMANENT

	}

}
