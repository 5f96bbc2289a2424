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
 * @param initializeSchema When to create the tables at start. They are created after the
 * application's own migrations. With "never", no connection is opened for distlock before
 * the first lock.
 * @param tablePrefix What the names of the tables start with, optionally after a schema
 * and a dot.
 * @param poolSize The most connections that distlock has for itself. 0 stands for 8 in a
 * pool of its own, beside HikariCP, and for 2 of those of any other DataSource. None is
 * opened before the first lock, and those that are not used any more are closed.
 * @param maxPollInterval Longest time that a waiting node does not poll the database for
 * the lock; in a long queue that moves, up to twice that.
 * @param purgeAfter How long the row of a lock that is no longer used is kept.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.jdbc", ignoreUnknownFields = false)
record DistlockJdbcProperties(@DefaultValue("embedded") DatabaseInitializationMode initializeSchema,
		@DefaultValue("DISTLOCK_") String tablePrefix, int poolSize, @DefaultValue("1s") Duration maxPollInterval,
		@DefaultValue("1h") Duration purgeAfter) {

}
