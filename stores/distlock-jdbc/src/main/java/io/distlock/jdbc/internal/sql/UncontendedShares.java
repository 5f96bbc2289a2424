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

	private static final String ENDING = NOW + " + lease";

	private static final String CLOSED_UNTIL = "greatest(last_end, " + ENDING + ")";

	private static final long KEPT_MICROS = HoldRules.PERMITS_KEPT.toNanos() / 1000;

	private final String joinPermits;

	private final String joinReaders;

	private final String leavePermits;

	private final String leaveReaders;

	UncontendedShares(PostgresSql locks, String holders) {
		this.joinPermits = joinPermits(locks.table(), holders);
		this.joinReaders = joinReaders(locks.table(), holders);
		this.leavePermits = leavePermits(locks, holders);
		this.leaveReaders = leaveReaders(locks, holders);
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
	private static String joinReaders(String table, String holders) {
		return join(table, holders, "expires_at = " + CLOSED_UNTIL, "odd = 0", "");
	}

	private static String joinPermits(String table, String holders) {
		String set = "token = greatest(token + 1, " + NOW
				+ "), expires_at = case when others + 1 < permits then 0 else " + CLOSED_UNTIL
				+ " end, updated_at = case when others + 1 < permits then greatest(updated_at, " + minuteAfter(ENDING)
				+ ") else updated_at end";
		String declaration = " union all select mine, '" + ShareSql.PERMITS + "', cast(permits as varchar), version, "
				+ NOW + " + " + KEPT_MICROS + " from granted, seen";
		return join(table, holders, set, "odd = 0 and declared = 1 and others < permits and expires_at <= 0",
				declaration);
	}

	private static String join(String table, String holders, String set, String room, String declaration) {
		String declared = "count(*) filter (where member_id = '" + ShareSql.PERMITS
				+ "' and node = cast(permits as varchar) and member_token = version) as declared";
		String odd = "count(*) filter (where member_id = asker or " + OWNER + " and ends_at <= " + NOW
				+ " or member_id like '" + ShareSql.WRITER + "%') as odd";
		String granted = "update " + table + " as locks set holder = named, " + set
				+ " from seen where lock_key = mine and " + UNAWAITED + " and locks.xmin = row_version and " + room
				+ " returning token";
		String joined = "insert into " + holders
				+ " (held_key, member_id, node, member_token, ends_at) select mine, asker, named, token, " + ENDING
				+ " from granted, seen" + declaration
				+ " on conflict (held_key, member_id) do update set ends_at = excluded.ends_at";
		return "with asked as (select ? as mine, ? as asker, ? as named, ? as lease, ? as permits, ? as version), seen as ("
				+ seen(table, holders, OWNER, declared, odd) + "), granted as (" + granted + "), joined as (" + joined
				+ ") select token from granted";
	}

	// Parameters: key, owner.
	private static String leaveReaders(PostgresSql locks, String holders) {
		return leave(locks, holders, "last_end is null", "coalesce(last_end, 0)", Dialects.POSTGRESQL.minute(),
				"locks.xmin = row_version");
	}

	// Permits that are left stay left, whatever others do meanwhile.
	private static String leavePermits(PostgresSql locks, String holders) {
		return leave(locks, holders, "expires_at > 0", "0", minuteAfter("coalesce(last_end, 0)"),
				"others < permits and (locks.xmin = row_version or expires_at <= 0)");
	}

	private static String leave(PostgresSql locks, String holders, String opens, String closedUntil, String usedAt,
			String condition) {
		String known = "count(*) filter (where member_id = asker) as known";
		String permits = "max(case when member_id = '" + ShareSql.PERMITS
				+ "' and node ~ '^[0-9]{1,9}$' then cast(node as integer) end) as permits";
		String freed = "update " + locks.table() + " as locks set held_for = case when " + opens + " then "
				+ locks.heldFor() + " else held_for end, expires_at = " + closedUntil
				+ ", updated_at = greatest(updated_at, " + usedAt + ") from seen where lock_key = mine and " + UNAWAITED
				+ " and known = 1 and " + condition + " and " + locks.queue().soon() + " returning lock_key";
		String gone = "delete from " + holders
				+ " using freed, seen where held_key = lock_key and member_id = asker returning member_token";
		return "with asked as (select ? as mine, ? as asker), seen as (" + seen(locks.table(), holders,
				"member_id <> asker and " + OWNER + " and ends_at > " + NOW, known, permits) + "), freed as (" + freed
				+ "), gone as (" + gone + ") select member_token from gone";
	}

	// Returns a query for the version of the row of the key, how many others hold it,
	// the last end of these, and more that is counted.
	private static String seen(String table, String holders, String other, String... counted) {
		String members = "select count(*) filter (where " + other + ") as others, max(ends_at) filter (where " + other
				+ ") as last_end, " + String.join(", ", counted) + " from " + holders + " where held_key = mine";
		return "select asked.*, members.*, known_lock.xmin as row_version from asked join " + table
				+ " as known_lock on known_lock.lock_key = mine cross join lateral (" + members + ") as members";
	}

	private static String minuteAfter(String micros) {
		return "(" + micros + ") - mod(" + micros + ", 60000000) + 60000000";
	}

}
