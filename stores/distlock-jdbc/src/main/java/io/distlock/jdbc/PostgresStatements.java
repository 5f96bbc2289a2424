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

package io.distlock.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalLong;

import io.distlock.provider.LockClaim;

import org.springframework.util.DigestUtils;

/**
 * The statements for PostgreSQL, which does in one what others need two for: marking and
 * looking, releasing and waking.
 */
final class PostgresStatements extends LockStatements {

	private static final int MAX_CHANNEL_LENGTH = 63;

	private final String insert;

	private final String observe;

	private final String channel;

	PostgresStatements(LockSql sql) {
		super(Platform.POSTGRESQL, sql);
		this.channel = channel(sql.table());
		this.insert = insert(sql);
		this.observe = observe(sql);
	}

	/**
	 * Return the name of the channel on which releases in a table are told.
	 * @param table the name of the table
	 * @return a name that PostgreSQL does not cut
	 */
	static String channel(String table) {
		String name = table.toLowerCase(Locale.ROOT);
		return (name.length() <= MAX_CHANNEL_LENGTH) ? name
				: "distlock_" + DigestUtils.md5DigestAsHex(name.getBytes(StandardCharsets.US_ASCII));
	}

	// Writes nothing where the row is there, and neither fails nor waits then.
	@Override
	OptionalLong insert(Connection connection, String key, String owner, LockClaim claim) throws SQLException {
		return TokenReadStrategy.ROW.execute(connection, this.insert,
				new Object[] { key, owner, holder(claim), claim.tokens() - 1L, micros(claim.leaseTime()), key });
	}

	@Override
	boolean insertsCheaply() {
		return true;
	}

	@Override
	Observation observe(Connection connection, String key, Duration markFor) throws SQLException {
		if (markFor.isZero()) {
			return super.observe(connection, key, markFor);
		}
		long mark = micros(markFor);
		try (PreparedStatement statement = connection.prepareStatement(this.observe);
				ResultSet row = Sql.bind(statement, mark, key, mark / 2, mark / 2, key).executeQuery()) {
			return row.next() ? Observation.of(row.getLong(1), row.getLong(2)) : Observation.MISSING;
		}
	}

	@Override
	boolean end(Connection connection, String sql, Object... parameters) throws SQLException {
		Object[] all = Arrays.copyOf(parameters, parameters.length + 1);
		all[parameters.length] = this.channel;
		try (PreparedStatement statement = connection.prepareStatement(sql);
				ResultSet row = Sql.bind(statement, all).executeQuery()) {
			return row.next();
		}
	}

	/**
	 * Names no constraint: of two nodes that insert the same key at once, one meets
	 * either the primary key or the index of the purge.
	 */
	private static String insert(LockSql sql) {
		return """
				insert into %1$s (lock_key, owner, holder, token, expires_at, updated_at) \
				select ?, ?, ?, %2$s + ?, %2$s + ?, 0 where not exists (select 1 from %1$s where lock_key = ?) \
				on conflict do nothing returning token""".formatted(sql.table(), sql.now());
	}

	// What the mark returns is what the row holds by then. Where nothing was marked,
	// although the snapshot shows a row that ought to be, the row has changed in between,
	// and is worth another attempt at once.
	private static String observe(LockSql sql) {
		String due = "coalesce(waiting_until, 0) < %s + ?".formatted(sql.now());
		return """
				with marked as (%1$s and %2$s returning expires_at - %3$s as remaining, token) \
				select remaining, token from marked union all \
				select case when %2$s then 0 else expires_at - %3$s end, token from %4$s \
				where lock_key = ? and not exists (select 1 from marked)""".formatted(sql.mark(), due, sql.now(),
				sql.table());
	}

}
