package io.distlock.jdbc;

/**
 * The statements that find and delete rows that no node has used for long.
 */
interface IdleSql {

	// Parameters: how long idle, twice.
	String idle(int limit);

	// Parameters: the keys, how long idle, twice.
	String deleteIdle(int count);

}
