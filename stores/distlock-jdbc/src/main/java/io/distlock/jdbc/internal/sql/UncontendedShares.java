// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;

import io.distlock.LockMode;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.provider.HoldRules;
import io.distlock.provider.LockClaim;

/**
 * Joining and leaving those who hold a key together, in one statement each on PostgreSQL,
 * where no other node waits for the key. What the statement reads of the holders, it has
 * read before it waits for the row of the key; so it does nothing unless that row is
 * still the version that it has read, and nothing in all cases but the usual ones. Then
 * {@link ShareStatements} decides, in a transaction.
 * <p>
 * See the page 'jdbc-protocol' of the reference.
 */
final class UncontendedShares {

	private static final String NOW = Dialects.POSTGRESQL.now();

	private static final String OWNER = "member_id not like '!%'";

	private static final String UNAWAITED = "owner = '" + LockSql.TOGETHER + "' and waiters is null and woken is null";

	private final String joinPermits;

	private final String joinReaders;

	private final String leavePermits;

	private final String leaveReaders;

	UncontendedShares(PostgresSql locks, String holders) {
		this.joinPermits = join(locks.table(), holders, true);
		this.joinReaders = join(locks.table(), holders, false);
		this.leavePermits = leave(locks, holders, true);
		this.leaveReaders = leave(locks, holders, false);
	}

	// Returns the token, or empty where there may be room nevertheless.
	OptionalLong acquire(Connection connection, String key, String owner, LockClaim claim) throws SQLException {
		boolean permit = claim.key().mode() == LockMode.PERMIT;
		return Sql.number(connection, permit ? this.joinPermits : this.joinReaders, key, owner,
				LockStatements.holder(claim), LockStatements.micros(claim.leaseTime()), (long) claim.permits().number(),
				claim.permits().version());
	}

	// Returns whether the owner has left; it may be one of the holders nevertheless.
	boolean release(Connection connection, LockMode mode, String key, String owner) throws SQLException {
		String sql = (mode == LockMode.PERMIT) ? this.leavePermits : this.leaveReaders;
		return Sql.number(connection, sql, key, owner).isPresent();
	}

	// Parameters: key, owner, node, lease, permits, their version.
	private static String join(String table, String holders, boolean permit) {
		String seen = """
				count(*) filter (where %1$s) as others, max(ends_at) filter (where %1$s) as last_end, \
				count(*) filter (where member_id = '%2$s' and node = cast(permits as varchar) and member_token = version) as declared, \
				count(*) filter (where member_id = asker or %1$s and ends_at <= %3$s or member_id like '%4$s%%') as odd"""
			.formatted(OWNER, ShareSql.PERMITS, NOW, ShareSql.WRITER);
		String ending = NOW + " + lease";
		String closed = "greatest(last_end, " + ending + ")";
		String set = permit ? """
				token = greatest(token + 1, %1$s), expires_at = case when others + 1 < permits then 0 else %2$s end, \
				updated_at = case when others + 1 < permits then greatest(updated_at, %3$s) else updated_at end"""
			.formatted(NOW, closed, minuteAfter(ending)) : "expires_at = " + closed;
		String room = permit ? "odd = 0 and declared = 1 and others < permits and expires_at <= 0" : "odd = 0";
		String declare = permit
				? " union all select mine, '%s', cast(permits as varchar), version, %s + %d from granted, seen"
					.formatted(ShareSql.PERMITS, NOW, HoldRules.PERMITS_KEPT.toNanos() / 1000)
				: "";
		return """
				with asked as (select ? as mine, ? as asker, ? as named, ? as lease, ? as permits, ? as version), %s, \
				granted as (update %s as locks set holder = named, %s from seen \
				where lock_key = mine and %s and locks.xmin = row_version and %s returning token), \
				joined as (insert into %s (held_key, member_id, node, member_token, ends_at) \
				select mine, asker, named, token, %s from granted, seen%s \
				on conflict (held_key, member_id) do update set ends_at = excluded.ends_at) \
				select token from granted""".formatted(seen(table, holders, seen), table, set, UNAWAITED, room, holders,
				ending, declare);
	}

	// Permits that are left stay left, whatever others do meanwhile. Parameters: key,
	// owner.
	private static String leave(PostgresSql locks, String holders, boolean permit) {
		String others = "member_id <> asker and " + OWNER + " and ends_at > " + NOW;
		String seen = """
				count(*) filter (where %1$s) as others, max(ends_at) filter (where %1$s) as last_end, \
				count(*) filter (where member_id = asker) as known, \
				max(case when member_id = '%2$s' and node ~ '^[0-9]{1,9}$' then cast(node as integer) end) as permits"""
			.formatted(others, ShareSql.PERMITS);
		String row = permit ? "others < permits and (locks.xmin = row_version or expires_at <= 0)"
				: "locks.xmin = row_version";
		String left = permit ? "0" : "coalesce(last_end, 0)";
		String opens = permit ? "expires_at > 0" : "last_end is null";
		String used = permit ? minuteAfter("coalesce(last_end, 0)") : Dialects.POSTGRESQL.minute();
		return """
				with asked as (select ? as mine, ? as asker), %s, \
				freed as (update %s as locks set held_for = case when %s then %s else held_for end, expires_at = %s, \
				updated_at = greatest(updated_at, %s) from seen \
				where lock_key = mine and %s and known = 1 and %s and %s returning lock_key), \
				gone as (delete from %s using freed, seen where held_key = lock_key and member_id = asker returning member_token) \
				select member_token from gone"""
			.formatted(seen(locks.table(), holders, seen), locks.table(), opens, locks.heldFor(), left, used, UNAWAITED,
					row, locks.queue().soon(), holders);
	}

	private static String seen(String table, String holders, String counted) {
		return """
				seen as (select asked.*, members.*, known_lock.xmin as row_version from asked \
				join %s as known_lock on known_lock.lock_key = mine cross join lateral \
				(select %s from %s where held_key = mine) as members)""".formatted(table, counted, holders);
	}

	private static String minuteAfter(String micros) {
		return "(%1$s) - mod(%1$s, 60000000) + 60000000".formatted(micros);
	}

}
