// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import io.distlock.autoconfigure.store.LockStoreDescriptor;

import org.springframework.util.ClassUtils;

/**
 * Descriptor of the store in a database. Spring Boot creates no {@code DataSource} for an
 * application with R2DBC.
 */
final class JdbcStoreDescriptor implements LockStoreDescriptor {

	@Override
	public String name() {
		return "jdbc";
	}

	@Override
	public String title() {
		return "a database";
	}

	@Override
	public String dependencies() {
		return "spring-boot-starter-jdbc and the JDBC driver of your database";
	}

	@Override
	public String configuration() {
		return ClassUtils.isPresent("io.r2dbc.spi.ConnectionFactory",
				null) ? "define a DataSource bean for the locks, such as DataSourceBuilder.create().url(\"jdbc:...\").build(), " + "since R2DBC cannot keep locks, and Spring Boot makes no DataSource in addition to its ConnectionFactory" : "set spring.datasource.url";
	}

}
