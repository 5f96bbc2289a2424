// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.fencing;

import java.time.Duration;

import javax.sql.DataSource;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.sql.init.DatabaseInitializationMode;

/**
 * Configuration properties for the check of fencing tokens.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("distlock.fencing")
public class DistlockFencingProperties {

	/**
	 * Whether there is a guard that checks fencing tokens in the transactions of a
	 * database.
	 */
	private boolean enabled = true;

	/**
	 * When to create the table: at start if a method is fenced, or is locked for its
	 * transaction where the database needs the table for that, or else before the first
	 * check.
	 */
	private DatabaseInitializationMode initializeSchema = DatabaseInitializationMode.EMBEDDED;

	/**
	 * What the name of the table starts with, optionally after a schema and a dot.
	 */
	private String tablePrefix = "DISTLOCK_";

	/**
	 * How long a transaction waits for another one that has checked the same key and is
	 * not complete.
	 */
	private Duration lockTimeout = Duration.ofSeconds(10);

	/**
	 * How long the token of a key is kept that is no longer checked. Longer than any
	 * process may stand still, at least an hour.
	 */
	private Duration purgeAfter = Duration.ofDays(30);

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public DatabaseInitializationMode getInitializeSchema() {
		return this.initializeSchema;
	}

	public void setInitializeSchema(DatabaseInitializationMode initializeSchema) {
		this.initializeSchema = initializeSchema;
	}

	public String getTablePrefix() {
		return this.tablePrefix;
	}

	public void setTablePrefix(String tablePrefix) {
		this.tablePrefix = tablePrefix;
	}

	public Duration getLockTimeout() {
		return this.lockTimeout;
	}

	public void setLockTimeout(Duration lockTimeout) {
		this.lockTimeout = lockTimeout;
	}

	public Duration getPurgeAfter() {
		return this.purgeAfter;
	}

	public void setPurgeAfter(Duration purgeAfter) {
		this.purgeAfter = purgeAfter;
	}

	/**
	 * Return whether the table is created in a database.
	 * @param dataSource the database
	 * @return whether it is, if it is not there
	 */
	public boolean createsTable(DataSource dataSource) {
		return this.initializeSchema == DatabaseInitializationMode.ALWAYS
				|| (this.initializeSchema == DatabaseInitializationMode.EMBEDDED
						&& EmbeddedDatabaseConnection.isEmbedded(dataSource));
	}

}
