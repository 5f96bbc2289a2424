// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Runtime hints for tables and connections.
 */
class JdbcLockRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/distlock/jdbc/*.sql");
		hints.proxies().registerJdkProxy(Connection.class);
		hints.reflection()
			.registerType(Connection.class, MemberCategory.INVOKE_PUBLIC_METHODS)
			.registerTypeIfPresent(classLoader, "com.zaxxer.hikari.HikariDataSource")
			// Copies its fields by reflection.
			.registerTypeIfPresent(classLoader, "com.zaxxer.hikari.HikariConfig", MemberCategory.ACCESS_DECLARED_FIELDS)
			.registerTypeIfPresent(classLoader, "org.postgresql.PGConnection")
			.registerTypeIfPresent(classLoader, "io.r2dbc.spi.ConnectionFactory");
	}

}
