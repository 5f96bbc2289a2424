// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Migrations of Liquibase.
 *
 * @param enabled Whether Liquibase uses a lock of distlock instead of the table
 * DATABASECHANGELOGLOCK.
 * @since 0.1.0
 */
@ConfigurationProperties(prefix = "distlock.liquibase", ignoreUnknownFields = false)
public record DistlockLiquibaseProperties(@DefaultValue("false") boolean enabled) {

	/**
	 * Property that enables the lock.
	 */
	public static final String ENABLED = "distlock.liquibase.enabled";

}
