// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.statement;

/**
 * The statements that find and delete rows that no node has used for long.
 *
 * @since 0.1.0
 */
public interface IdleSql {

	// Parameters: how long idle, twice.
	String idle(int limit);

	// Parameters: the keys, how long idle, twice.
	String deleteIdle(int count);

}
