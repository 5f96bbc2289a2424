// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a store did not execute a request.
 *
 * @since 0.1.0
 */
public class LockStoreException extends RuntimeException {

	private final Outcome outcome;

	/**
	 * Create an exception.
	 * @param message the problem and a suggested action
	 * @param outcome the known outcome of the request
	 * @param cause the exception of the store's client, if any
	 */
	public LockStoreException(String message, Outcome outcome, @Nullable Throwable cause) {
		super(message, cause);
		this.outcome = outcome;
	}

	/**
	 * Return the known outcome of the request.
	 * @return the outcome
	 */
	public Outcome getOutcome() {
		return this.outcome;
	}

	/**
	 * Outcome of a failed request.
	 */
	public enum Outcome {

		/**
		 * The request did not take effect, and a retry may succeed, for example after a
		 * deadlock or a refused connection.
		 */
		TRANSIENT,

		/**
		 * The request may have taken effect, because no response arrived.
		 */
		UNKNOWN,

		/**
		 * The request did not take effect and retries cannot succeed, for example with a
		 * missing table or a wrong password.
		 */
		PERMANENT

	}

}
