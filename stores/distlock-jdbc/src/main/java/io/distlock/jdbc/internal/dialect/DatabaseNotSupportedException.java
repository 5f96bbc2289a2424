// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import io.distlock.provider.LockStoreException;

/**
 * A database that cannot keep what it is asked to keep.
 *
 * @since 0.1.0
 */
public class DatabaseNotSupportedException extends LockStoreException {

	private final String problem;

	private final String remedy;

	/**
	 * Create an exception.
	 * @param problem the database, and what it cannot keep, as a sentence
	 * @param remedy what to do instead, as a sentence
	 */
	public DatabaseNotSupportedException(String problem, String remedy) {
		super(problem + " " + remedy, Outcome.PERMANENT, null);
		this.problem = problem;
		this.remedy = remedy;
	}

	/**
	 * Return what is wrong.
	 * @return the database, and what it cannot keep
	 */
	public String getProblem() {
		return this.problem;
	}

	/**
	 * Return what to do instead.
	 * @return the remedy
	 */
	public String getRemedy() {
		return this.remedy;
	}

}
