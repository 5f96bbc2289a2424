// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.util.Set;

import io.distlock.autoconfigure.liquibase.DistlockLiquibaseProperties;

import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Makes beans that need the application's tables wait for the lock table too, and the
 * lock table for everything else that creates tables: a migration tool may insist on an
 * empty schema. Only migrations that a lock protects come after it.
 */
class JdbcLockSchemaInitializerDetector extends AbstractBeansOfTypeDatabaseInitializerDetector {

	private final Environment environment;

	JdbcLockSchemaInitializerDetector(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
		return Set.of(JdbcLockSchemaInitializer.class);
	}

	@Override
	public int getOrder() {
		return isFirst(this.environment) ? Ordered.HIGHEST_PRECEDENCE : Ordered.LOWEST_PRECEDENCE - 10;
	}

	/**
	 * Return whether the lock table is needed before all others, since migrations are
	 * locked.
	 */
	static boolean isFirst(Environment environment) {
		return environment.getProperty(DistlockLiquibaseProperties.ENABLED, Boolean.class, false);
	}

}
