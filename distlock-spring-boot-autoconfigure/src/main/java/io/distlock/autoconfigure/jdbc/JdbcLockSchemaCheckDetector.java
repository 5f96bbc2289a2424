// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.util.Set;

import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDependsOnDatabaseInitializationDetector;
import org.springframework.core.env.Environment;

/**
 * Delays the check of the lock table until everything that creates tables is done, unless
 * migrations are locked: these need the table themselves.
 */
class JdbcLockSchemaCheckDetector extends AbstractBeansOfTypeDependsOnDatabaseInitializationDetector {

	private final Environment environment;

	JdbcLockSchemaCheckDetector(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected Set<Class<?>> getDependsOnDatabaseInitializationBeanTypes() {
		return JdbcLockSchemaInitializerDetector.isFirst(this.environment) ? Set.of()
				: Set.of(JdbcLockSchemaCheck.class);
	}

}
