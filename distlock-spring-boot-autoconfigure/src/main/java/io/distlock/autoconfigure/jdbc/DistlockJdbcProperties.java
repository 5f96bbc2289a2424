// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.sql.init.DatabaseInitializationMode;

/**
 * Configuration properties for locks in a database.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("distlock.jdbc")
public class DistlockJdbcProperties {

	/**
	 * When to create the tables at start. They are created after the application's own
	 * migrations. With "never", no connection is opened for distlock before the first
	 * lock.
	 */
	private DatabaseInitializationMode initializeSchema = DatabaseInitializationMode.EMBEDDED;

	/**
	 * What the names of the tables start with, optionally after a schema and a dot.
	 */
	private String tablePrefix = "DISTLOCK_";

	/**
	 * The most connections that distlock keeps for itself, apart from the application's
	 * pool. None is opened before the first lock.
	 */
	private int poolSize = 2;

	/**
	 * Longest time that a waiting node does not poll the database for the lock; in a long
	 * queue that moves, up to twice that.
	 */
	private Duration maxPollInterval = Duration.ofSeconds(1);

	/**
	 * How long the row of a lock that is no longer used is kept.
	 */
	private Duration purgeAfter = Duration.ofDays(30);

	/**
	 * How often a node deletes rows that no node uses any more, until there are none
	 * left.
	 */
	private Duration purgeInterval = Duration.ofHours(1);

	/**
	 * The most rows that one statement of the purge deletes, 1000 at most.
	 */
	private int purgeBatchSize = 500;

	/**
	 * Pause of the purge after each statement that deletes.
	 */
	private Duration purgePause = Duration.ofMillis(50);

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

	public int getPoolSize() {
		return this.poolSize;
	}

	public void setPoolSize(int poolSize) {
		this.poolSize = poolSize;
	}

	public Duration getMaxPollInterval() {
		return this.maxPollInterval;
	}

	public void setMaxPollInterval(Duration maxPollInterval) {
		this.maxPollInterval = maxPollInterval;
	}

	public Duration getPurgeAfter() {
		return this.purgeAfter;
	}

	public void setPurgeAfter(Duration purgeAfter) {
		this.purgeAfter = purgeAfter;
	}

	public Duration getPurgeInterval() {
		return this.purgeInterval;
	}

	public void setPurgeInterval(Duration purgeInterval) {
		this.purgeInterval = purgeInterval;
	}

	public int getPurgeBatchSize() {
		return this.purgeBatchSize;
	}

	public void setPurgeBatchSize(int purgeBatchSize) {
		this.purgeBatchSize = purgeBatchSize;
	}

	public Duration getPurgePause() {
		return this.purgePause;
	}

	public void setPurgePause(Duration purgePause) {
		this.purgePause = purgePause;
	}

}
