// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.provider.LockProvider;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Candidate for locks in a database, available to each application with a {@code
 * DataSource}.
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
	 * @param check verifies the table; created when this candidate is selected, after all
	 * components that create tables
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
