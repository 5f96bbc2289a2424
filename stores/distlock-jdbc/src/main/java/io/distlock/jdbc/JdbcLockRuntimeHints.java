/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.jdbc;

import java.sql.Connection;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * What a native image has to keep for tables and connections.
 */
class JdbcLockRuntimeHints implements RuntimeHintsRegistrar {

	/**
	 * The scripts of this package and of its neighbours.
	 */
	private static final String SCRIPTS = "io/distlock/*/*.sql";

	private static final String HIKARI = "com.zaxxer.hikari.HikariDataSource";

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
			.registerTypeIfPresent(classLoader, POSTGRESQL)
			.registerTypeIfPresent(classLoader, JPA)
			.registerTypeIfPresent(classLoader, R2DBC);
	}

}
