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

package io.distlock.transaction;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * What a native image has to keep so that transactions are found: the classes by whose
 * presence this library decides what there is to look at.
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
