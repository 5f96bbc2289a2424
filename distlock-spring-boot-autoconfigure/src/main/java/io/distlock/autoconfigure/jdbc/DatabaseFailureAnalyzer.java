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

package io.distlock.autoconfigure.jdbc;

import java.sql.SQLException;

import io.distlock.jdbc.LockTableMissingException;
import io.distlock.jdbc.sql.DatabaseNotSupportedException;
import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says what to do about a database that cannot be used, or does not answer.
 */
class DatabaseFailureAnalyzer extends AbstractFailureAnalyzer<LockStoreException> {

	private static final String CHECK = """
			Check that the database answers, and the URL, user and password of the DataSource: \
			'spring.datasource.*', or the bean that is annotated with @DistlockDataSource.

			To start while the database is away, create the tables in a migration, and set \
			distlock.jdbc.initialize-schema=never.""";

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, LockStoreException cause) {
		if (cause instanceof LockTableMissingException) {
			return null;
		}
		if (cause instanceof DatabaseNotSupportedException unsupported) {
			return new FailureAnalysis(unsupported.getProblem(), unsupported.getRemedy(), cause);
		}
		return (findCause(cause, SQLException.class) != null)
				? new FailureAnalysis(String.valueOf(cause.getMessage()), CHECK, cause) : null;
	}

}
