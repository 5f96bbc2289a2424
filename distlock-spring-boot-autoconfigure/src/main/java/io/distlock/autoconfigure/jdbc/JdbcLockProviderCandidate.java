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

import io.distlock.autoconfigure.LockProviderCandidate;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.ObjectProvider;

/**
 * The provider in a database. Offers itself to every application that has a
 * {@code DataSource}.
 */
final class JdbcLockProviderCandidate implements LockProviderCandidate {

	static final String NAME = "jdbc";

	private final LockDataSource dataSource;

	private final JdbcLockSettings settings;

	private final ObjectProvider<JdbcLockSchemaCheck> check;

	private volatile boolean inMemory;

	/**
	 * Create a candidate.
	 * @param dataSource the database
	 * @param settings settings of the provider
	 * @param check looks for the table; created when this candidate is chosen, after all
	 * that creates tables
	 */
	JdbcLockProviderCandidate(LockDataSource dataSource, JdbcLockSettings settings,
			ObjectProvider<JdbcLockSchemaCheck> check) {
		this.dataSource = dataSource;
		this.settings = settings;
		this.check = check;
	}

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public String description() {
		return this.inMemory ? NAME + " (in memory: this process only)" : NAME;
	}

	@Override
	public boolean isOffered() {
		return this.dataSource.exists();
	}

	@Override
	public LockProvider create() {
		if (!this.dataSource.exists()) {
			throw LockDataSource.missing();
		}
		this.inMemory = this.check.getObject().run();
		return new JdbcLockProvider(this.dataSource.get(), this.settings);
	}

}
