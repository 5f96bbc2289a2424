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
 * @param enabled Whether to create a guard that checks fencing tokens in database
 * transactions.
 * @param initializeSchema Creation of the table: at start for fenced methods and for
 * transaction locks that need it, otherwise before the first check.
 * @param tablePrefix Prefix of the table name, optionally with a schema and a dot.
 * @param lockTimeout Maximum wait of a transaction for an incomplete transaction that
 * checked the same key.
 * @param purgeAfter Time after which the token of an unchecked key is deleted: at least
 * an hour, and longer than any pause of a process.
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
	 * Return whether a missing table is created in a database.
	 */
	boolean createsTable(DataSource dataSource) {
		return this.initializeSchema == DatabaseInitializationMode.ALWAYS
				|| (this.initializeSchema == DatabaseInitializationMode.EMBEDDED
						&& EmbeddedDatabaseConnection.isEmbedded(dataSource));
	}

}
