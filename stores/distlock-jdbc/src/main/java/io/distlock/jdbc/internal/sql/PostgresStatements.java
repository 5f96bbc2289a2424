// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.provider.LockClaim;

/**
 * Statements for PostgreSQL, which combines two steps in one statement: queueing with the
 * attempt, and the release with the wake-up.
 *
 * @since 0.1.0
 */
public final class PostgresStatements extends LockStatements {

	private final String observe;

	private final String standInLine;

	public PostgresStatements(PostgresSql sql) {
		super(sql.dialect(), sql);
		this.observe = sql.queue().observe();
		this.standInLine = sql.queue().standInLine();
	}

	@Override
	List<Object> place(String key, QueuePosition turn) {
		return List.of(turn.node(), key, turn.node());
	}

	@Override
	public OptionalLong insert(Connection connection, String key, String owner, LockClaim claim) throws SQLException {
		return Sql.number(connection, this.insert, key, owner, holder(claim), claim.tokens() - 1L,
				micros(claim.leaseTime()), key);
	}

	@Override
	public boolean insertsCheaply() {
		return true;
	}

	/**
	 * Observe a lock. A node with notifications joins the queue; other nodes leave a
	 * mark.
	 */
	@Override
	public Observation observe(Connection connection, String key, Duration markFor, QueuePosition turn)
			throws SQLException {
		if (markFor.isZero() || turn.node() == 0) {
			return super.observe(connection, key, markFor, turn);
		}
		return turn.queued() ? read(connection, key, turn) : standInLine(connection, key, turn);
	}

	// Who has stood in line mostly stands there still.
	private Observation read(Connection connection, String key, QueuePosition turn) throws SQLException {
		Observation found = Sql.first(connection, this.observe,
				(row) -> (row.getLong(4) > 0) ? busy(key, row) : Observation.MISSING, turn.node(), key);
		return (found != null && found.exists()) ? found : standInLine(connection, key, turn);
	}

	private Observation standInLine(Connection connection, String key, QueuePosition turn) throws SQLException {
		long node = turn.node();
		Observation found = Sql.first(connection, this.standInLine, (row) -> busy(key, row), turn.queued() ? 1L : 0L,
				node, node, key, node, node, node, node, key);
		return (found != null) ? found : Observation.MISSING;
	}

	private Observation busy(String key, ResultSet row) throws SQLException {
		return new Observation(true, Observation.duration(row.getLong(1)),
				QueueState.queued(row.getLong(3), row.getLong(4)), isTogether(key, row.getLong(1), row.getString(2)));
	}

	@Override
	End end(Connection connection, String sql, Object... parameters) throws SQLException {
		End end = Sql.first(connection, sql, End::of, parameters);
		return (end != null) ? end : End.NOTHING;
	}

}
