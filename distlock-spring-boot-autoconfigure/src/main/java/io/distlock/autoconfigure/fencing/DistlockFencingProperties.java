// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.fencing;

import java.time.Duration;

import javax.sql.DataSource;

import io.distlock.autoconfigure.internal.CheckedProperties;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.fencing.FencingSettings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for the check of fencing tokens.
 *
 * @param enabled Whether there is a guard that checks fencing tokens in the transactions
 * of a database.
 * @param initializeSchema When to create the table: at start if a method is fenced, or is
 * locked for its transaction where the database needs the table for that, or else before
 * the first check.
 * @param tablePrefix What the name of the table starts with, optionally after a schema
 * and a dot.
 * @param lockTimeout How long a transaction waits for another one that has checked the
 * same key and is not complete.
 * @param purgeAfter How long the token of a key is kept that is no longer checked. Longer
 * than any process may stand still, at least an hour.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.fencing", ignoreUnknownFields = false)
record DistlockFencingProperties(@DefaultValue("true") boolean enabled,
		@DefaultValue("embedded") DatabaseInitializationMode initializeSchema,
		@DefaultValue("DISTLOCK_") String tablePrefix, @DefaultValue("10s") Duration lockTimeout,
		@DefaultValue("30d") Duration purgeAfter) implements CheckedProperties {

	@Override
	public void check() {
		settings("");
	}

	FencingSettings settings(String keyPrefix) {
		return LockConfigurationException.orRefused(() -> FencingSettings.of(keyPrefix)
			.withTablePrefix(this.tablePrefix)
			.withLockTimeout(this.lockTimeout)
			.withPurgeAfter(this.purgeAfter));
	}

	/**
	 * Return whether the table is created in a database if it is not there.
	 */
	boolean createsTable(DataSource dataSource) {
		return this.initializeSchema == DatabaseInitializationMode.ALWAYS
				|| (this.initializeSchema == DatabaseInitializationMode.EMBEDDED
						&& EmbeddedDatabaseConnection.isEmbedded(dataSource));
	}

}
