// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

import javax.sql.DataSource;

import io.distlock.contract.StoreUnderTest;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;
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

	/**
	 * The columns of the row, and of the row of each holder, a line each.
	 */
	@Override
	public String readRecord(LockKey key) {
		List<String> rows = new ArrayList<>();
		rows.addAll(
				rows("select owner, holder, token, expires_at, held_for from DISTLOCK_LOCK where lock_key = ?", key));
		rows.addAll(rows("select member_id, node, member_token, ends_at from DISTLOCK_HOLDER where held_key = ?", key));
		return String.join("\n", rows);
	}

	private List<String> rows(String sql, LockKey key) {
		return this.operator.query(sql, (row, number) -> {
			StringJoiner columns = new StringJoiner(" ");
			for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
				columns.add(row.getString(i));
			}
			return columns.toString();
		}, LockSql.key(key));
	}

	/**
	 * A column of another type or length, a missing one and a row that is there already
	 * are refused by the database.
	 */
	@Override
	public boolean writeRecord(LockKey key, String text) {
		this.operator.update("delete from DISTLOCK_HOLDER where held_key = ?", LockSql.key(key));
		try {
			String[] lines = text.split("\n");
			String[] row = lines[0].split(" ");
			this.operator.update(
					"update DISTLOCK_LOCK set owner = ?, holder = ?, token = ?, expires_at = ?, held_for = ? where lock_key = ?",
					word(row[0]), row[1], Long.valueOf(row[2]), Long.valueOf(row[3]), number(row[4]), LockSql.key(key));
			for (int i = 1; i < lines.length; i++) {
				row = lines[i].split(" ");
				this.operator.update(
						"insert into DISTLOCK_HOLDER (held_key, member_id, node, member_token, ends_at) values (?, ?, ?, ?, ?)",
						LockSql.key(key), row[0], row[1], Long.valueOf(row[2]), Long.valueOf(row[3]));
			}
			return true;
		}
		catch (NumberFormatException | IndexOutOfBoundsException | DataIntegrityViolationException ex) {
			return false;
		}
	}

	private static @Nullable String word(String column) {
		return column.equals("null") ? null : column;
	}

	private static @Nullable Long number(String column) {
		return column.equals("null") ? null : Long.valueOf(column);
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
