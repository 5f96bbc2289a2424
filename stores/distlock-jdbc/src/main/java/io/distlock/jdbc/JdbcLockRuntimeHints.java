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

	// The scripts of this package and of its neighbours.
	private static final String SCRIPTS = "io/distlock/*/*.sql";

	private static final String HIKARI = "com.zaxxer.hikari.HikariDataSource";

	// Copies its fields by reflection.
	private static final String HIKARI_SETTINGS = "com.zaxxer.hikari.HikariConfig";

	private static final String POSTGRESQL = "org.postgresql.PGConnection";

	private static final String JPA = "org.springframework.orm.jpa.JpaTransactionManager";

	private static final String R2DBC = "io.r2dbc.spi.ConnectionFactory";

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern(SCRIPTS);
		hints.proxies().registerJdkProxy(Connection.class);
		hints.reflection()
			.registerType(Connection.class, MemberCategory.INVOKE_PUBLIC_METHODS)
			.registerTypeIfPresent(classLoader, HIKARI)
			.registerTypeIfPresent(classLoader, HIKARI_SETTINGS, MemberCategory.ACCESS_DECLARED_FIELDS)
			.registerTypeIfPresent(classLoader, POSTGRESQL)
			.registerTypeIfPresent(classLoader, JPA)
			.registerTypeIfPresent(classLoader, R2DBC);
	}

}
