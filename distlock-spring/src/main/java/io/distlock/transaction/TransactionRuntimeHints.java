// SPDX-License-Identifier: Apache-2.0

package io.distlock.transaction;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Runtime hints for finding transactions: the classes whose presence decides what this
 * library checks.
 */
class TransactionRuntimeHints implements RuntimeHintsRegistrar {

	private static final String JDBC = "org.springframework.jdbc.datasource.ConnectionHolder";

	private static final String JPA = "jakarta.persistence.EntityManager";

	private static final String SPRING_JPA = "org.springframework.orm.jpa.EntityManagerHolder";

	private static final String HIBERNATE = "org.hibernate.Session";

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.reflection()
			.registerTypeIfPresent(classLoader, JDBC)
			.registerTypeIfPresent(classLoader, JPA)
			.registerTypeIfPresent(classLoader, SPRING_JPA)
			.registerTypeIfPresent(classLoader, HIBERNATE);
	}

}
