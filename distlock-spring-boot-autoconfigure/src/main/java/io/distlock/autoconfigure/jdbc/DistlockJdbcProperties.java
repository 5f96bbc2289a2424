// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in a database.
 *
 * @param initializeSchema When to create the tables at start, after the migrations of the
 * application. With "never", distlock opens no connection before the first lock.
 * @param tablePrefix Prefix of the table names, optionally with a schema and a dot.
 * @param poolSize Maximum number of connections for distlock. 0 means 8 connections of a
 * separate pool for HikariCP, and 2 connections of any other DataSource. Connections are
 * opened with the first lock, and closed when idle.
 * @param maxPollInterval Maximum time between two polls of a waiting node; in a long
 * moving queue up to twice this time.
 * @param purgeAfter Time after which the row of an unused lock is deleted.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.jdbc", ignoreUnknownFields = false)
record DistlockJdbcProperties(@DefaultValue("embedded") DatabaseInitializationMode initializeSchema,
		@DefaultValue("DISTLOCK_") String tablePrefix, int poolSize, @DefaultValue("1s") Duration maxPollInterval,
		@DefaultValue("1h") Duration purgeAfter) {

}
