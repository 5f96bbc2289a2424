// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.dialect;

import java.util.Set;

/**
 * Reason for a failed statement, with the SQL states that several databases use for it.
 * Some states stand for a whole class, and some codes count only for a lost connection.
 * Each {@link Dialect} has its own codes.
 */
enum ErrorReason {

	/**
	 * The transaction lost a conflict with another transaction, and was rolled back.
	 */
	CONFLICT("40001", "40P01", "57033"),

	/**
	 * The row was locked for too long.
	 */
	ROW_TIMEOUT("55P03", "HYT00"),

	/**
	 * The database temporarily refuses writes or further sessions, or has ended an idle
	 * transaction.
	 */
	REFUSED("25006", "57P02", "57P03", "25P03", "53"),

	/**
	 * The server accepts no writes.
	 */
	READ_ONLY("25006"),

	/**
	 * A time limit of the database or an operator cancelled the statement, which is
	 * rolled back.
	 */
	CANCELLED("57014", "70100"),

	/**
	 * A computed number is too large.
	 */
	OUT_OF_RANGE("22003"),

	/**
	 * An administrator ended the session.
	 */
	SESSION_END("57P01"),

	/**
	 * A retry would fail as well.
	 */
	HOPELESS("42", "28", "3D", "3F", "22", "0A", "07"),

	/**
	 * The database rejects the user or the password.
	 */
	LOGIN("28"),

	/**
	 * The table is missing.
	 */
	TABLE("42P01", "42S02", "42S03", "42S04"),

	/**
	 * A column is missing.
	 */
	COLUMN("42703", "42S22"),

	/**
	 * The user lacks a privilege.
	 */
	RIGHTS("42501"),

	/**
	 * The binary log accepts no rows.
	 */
	BINARY_LOG;

	/**
	 * HSQLDB's common code for missing tables, columns and privileges.
	 */
	static final int HSQLDB_NOT_FOUND = -5501;

	private final Set<String> states;

	ErrorReason(String... states) {
		this.states = Set.of(states);
	}

	// Returns whether a state stands for this reason, be it one of its class.
	boolean hasState(String state) {
		return this.states.contains(state) || (state.length() > 2 && this.states.contains(state.substring(0, 2)));
	}

	// Returns whether a code says nothing once the connection is lost.
	boolean endsWithConnection() {
		return this == ROW_TIMEOUT || this == REFUSED || this == CANCELLED;
	}

}
