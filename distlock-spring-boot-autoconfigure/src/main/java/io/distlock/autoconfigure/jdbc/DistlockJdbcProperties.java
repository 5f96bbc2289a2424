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
 * @param initializeSchema Creation of the tables at start, after the migrations of the
 * application. With "never", no connection is opened before the first lock.
 * @param tablePrefix Prefix of the table names, optionally with a schema and a dot.
 * @param poolSize Maximum number of connections for distlock. 0 means 8 in a separate
 * pool for HikariCP, and 2 of any other DataSource. Opened with the first lock, closed
 * when idle.
 * @param maxPollInterval Maximum poll interval of a waiting node; in a long moving queue
 * up to twice this time.
 * @param purgeAfter Time after which the row of an unused lock is deleted.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.jdbc", ignoreUnknownFields = false)
record DistlockJdbcProperties(@DefaultValue("embedded") DatabaseInitializationMode initializeSchema,
		@DefaultValue("DISTLOCK_") String tablePrefix, int poolSize, @DefaultValue("1s") Duration maxPollInterval,
		@DefaultValue("1h") Duration purgeAfter) {

}
