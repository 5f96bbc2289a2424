// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import io.distlock.contract.StoreUnderTest;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * The lock table in a real database, with the hands of an operator.
 */
public final class JdbcStore implements StoreUnderTest {

	private final List<String> connection;

	private final DataSource dataSource;

	private final JdbcTemplate operator;

	public JdbcStore(String url, String user) {
		this(new DriverManagerDataSource(url, user, ""), List.of(url, user));
	}

	public JdbcStore(DataSource dataSource) {
		this(dataSource, List.of());
	}

	private JdbcStore(DataSource dataSource, List<String> connection) {
		this.connection = connection;
		this.dataSource = dataSource;
		this.operator = new JdbcTemplate(dataSource);
		new JdbcLockSchema(dataSource, JdbcLockSettings.DEFAULT_TABLE_PREFIX).create();
	}

	public DataSource dataSource() {
		return this.dataSource;
	}

	@Override
	public List<String> connection() {
		return this.connection;
	}

	@Override
	public LockProvider newProvider() {
		return new JdbcLockProvider(this.dataSource, settings(Duration.ofDays(30)));
	}

	@Override
	public void delete(LockKey key) {
		this.operator.update("delete from DISTLOCK_LOCK where lock_key = ?", LockSql.key(key));
		this.operator.update("delete from DISTLOCK_HOLDER where held_key = ?", LockSql.key(key));
	}

	@Override
	public Map<String, Runnable> intrusions(LockKey key) {
		long ahead = (System.currentTimeMillis() + 3_600_000) * 1000;
		Map<String, Runnable> intrusions = new LinkedHashMap<>();
		intrusions.put("lease without an owner", () -> insert(key, null, 5, ahead));
		intrusions.put("token beyond all numbers", () -> insert(key, "x", Long.MAX_VALUE, 0));
		return intrusions;
	}

	private void insert(LockKey key, @Nullable String owner, long token, long expiresAt) {
		delete(key);
		this.operator.update(
				"insert into DISTLOCK_LOCK (lock_key, owner, token, expires_at, updated_at) values (?, ?, ?, ?, 0)",
				LockSql.key(key), owner, token, expiresAt);
	}

	@Override
	public void purge() {
		JdbcLockProvider provider = new JdbcLockProvider(this.dataSource, settings(Duration.ofNanos(1000)));
		provider.purge();
		provider.close();
	}

	@Override
	public long size() {
		Long size = this.operator.queryForObject("select count(*) from DISTLOCK_LOCK", Long.class);
		return (size != null) ? size : 0;
	}

	/**
	 * A row remembers its last owner.
	 */
	@Override
	public boolean remembersReleases() {
		return false;
	}

	private static JdbcLockSettings settings(Duration purgeAfter) {
		return JdbcLockSettings.defaults().withPoolSize(2).withPurgeAfter(purgeAfter);
	}

}
