// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import io.distlock.provider.LockStoreException;

/**
 * Thrown if a database does not support a required feature.
 *
 * @since 0.1.0
 */
public class DatabaseNotSupportedException extends LockStoreException {

	private final String problem;

	private final String remedy;

	/**
	 * Create an exception.
	 * @param problem the database and the unsupported feature, as a sentence
	 * @param remedy the remedy, as a sentence
	 */
	public DatabaseNotSupportedException(String problem, String remedy) {
		super(problem + " " + remedy, Outcome.PERMANENT, null);
		this.problem = problem;
		this.remedy = remedy;
	}

	/**
	 * Return the problem.
	 * @return the database and the unsupported feature
	 */
	public String getProblem() {
		return this.problem;
	}

	/**
	 * Return the remedy.
	 * @return the remedy
	 */
	public String getRemedy() {
		return this.remedy;
	}

}
