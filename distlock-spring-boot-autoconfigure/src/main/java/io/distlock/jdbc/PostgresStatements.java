package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;

import io.distlock.provider.LockClaim;

/**
 * The statements for PostgreSQL, which does in one what others need two for: the first
 * use of a key, marking and looking, releasing and waking.
 * <p>
 * A release does not wait for the disk: one that is lost in a crash of the server costs
 * the rest of the lease and breaks no promise. An acquire always waits.
 */
final class PostgresStatements extends LockStatements {

	private final String acquire;

	private final String release;

	private final String observe;

	private final String channel;

	PostgresStatements(LockSql sql) {
		super(Platform.POSTGRESQL, sql);
		this.channel = PostgresWakeUps.channel(sql.table());
		this.acquire = acquire(sql);
		this.release = release(sql);
		this.observe = observe(sql);
	}

	@Override
	OptionalLong acquire(Connection connection, String key, String owner, LockClaim claim) throws SQLException {
		Long tokens = claim.tokens() - 1L;
		Long lease = micros(claim.leaseTime());
		return TokenReturn.ROW.execute(connection, this.acquire, new Object[] { owner, holder(claim), tokens, lease,
				key, key, owner, holder(claim), tokens, lease, key });
	}

	@Override
	boolean acquireInserts() {
		return true;
	}

	@Override
	Observation observe(Connection connection, String key, Duration markFor) throws SQLException {
		if (markFor.isZero()) {
			return super.observe(connection, key, markFor);
		}
		long mark = micros(markFor);
		try (PreparedStatement statement = connection.prepareStatement(this.observe);
				ResultSet row = Parameters.bind(statement, mark, key, mark / 2, mark / 2, key).executeQuery()) {
			return row.next() ? Observation.ofMicros(row.getLong(1)) : Observation.MISSING;
		}
	}

	@Override
	boolean release(Connection connection, String key, String owner) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.release);
				ResultSet row = Parameters.bind(statement, key, owner, this.channel).executeQuery()) {
			return row.next();
		}
	}

	private static String acquire(LockSql sql) {
		String insert = """
				insert into %1$s (lock_key, owner, holder, token, expires_at, updated_at) \
				select ?, ?, ?, %2$s + ?, %2$s + ?, %2$s where not exists (select 1 from taken) \
				and not exists (select 1 from %1$s where lock_key = ?) \
				on conflict (lock_key) do nothing returning token""".formatted(sql.table(), sql.now());
		return "with taken as (%s), made as (%s) select token from taken union all select token from made"
			.formatted(sql.acquire(), insert);
	}

	private static String release(LockSql sql) {
		return """
				with freed as (%s and set_config('synchronous_commit', 'off', true) is not null \
				returning lock_key, waiting_until > %s as awaited) \
				select case when awaited then cast(pg_notify(?, lock_key) as text) end from freed"""
			.formatted(sql.release(), sql.now());
	}

	// What the mark returns is what the row holds by then. Where nothing was marked,
	// although the snapshot shows a row that ought to be, the row has changed in between,
	// and is worth another attempt at once.
	private static String observe(LockSql sql) {
		String due = "coalesce(waiting_until, 0) < %s + ?".formatted(sql.now());
		return """
				with marked as (%1$s and %2$s returning expires_at - %3$s as remaining) \
				select remaining from marked union all \
				select case when %2$s then 0 else expires_at - %3$s end from %4$s \
				where lock_key = ? and not exists (select 1 from marked)""".formatted(sql.mark(), due, sql.now(),
				sql.table());
	}

}
