// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import io.distlock.LockMode;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.provider.HoldRules;

/**
 * SQL for the holders of a key on PostgreSQL, where waiting nodes form a queue in the row
 * of the key.
 * <p>
 * One statement joins or leaves the holders of a key without other waiting nodes. The
 * statement reads the holders before it waits for the row of the key. It therefore has no
 * effect unless the row still has the version that was read, and no effect in unusual
 * cases. {@link ShareStatements} then decides in a transaction.
 * <p>
 * See the page 'jdbc-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class PostgresShareSql extends ShareSql {

	private static final String NOW = Dialects.POSTGRESQL.now();

	private static final String OWNER = "member_id not like '!%'";

	private static final String UNAWAITED = "owner = '" + LockSql.TOGETHER + "' and waiters is null and woken is null";

	private static final String ENDING = NOW + " + lease";

	private static final String CLOSED_UNTIL = "greatest(last_end, " + ENDING + ")";

	private static final long KEPT_MICROS = HoldRules.PERMITS_KEPT.toNanos() / 1000;

	private final PostgresSql locks;

	private final QueueSql queue;

	private final String joinPermits;

	private final String joinReaders;

	private final String leavePermits;

	private final String leaveReaders;

	public PostgresShareSql(PostgresSql locks, String table) {
		super(locks.dialect(), locks, table);
		this.locks = locks;
		this.queue = locks.queue();
		this.joinPermits = joinPermits();
		this.joinReaders = joinReaders();
		this.leavePermits = leavePermits();
		this.leaveReaders = leaveReaders();
	}

	@Override
	boolean isQueued() {
		return true;
	}

	@Override
	String joinUncontended(LockMode mode) {
		return (mode == LockMode.PERMIT) ? this.joinPermits : this.joinReaders;
	}

	@Override
	String leaveUncontended(LockMode mode) {
		return (mode == LockMode.PERMIT) ? this.leavePermits : this.leaveReaders;
	}

	@Override
	String read() {
		return read("case when " + this.queue.grantable() + " then 0 else kept_until end",
				"case when waiters is null then 0 else 1 end");
	}

	@Override
	String grant() {
		return grant(", " + this.queue.granted());
	}

	@Override
	String wakeNext() {
		return LockSql.join("update " + this.locks.table() + " set " + this.queue.freed(),
				"where lock_key = ? and waiters is not null", this.queue.waking());
	}

	// Returns what wakes the next node where the one that was woken makes no use of it.
	// Where a writer waits, or there are permits, of which none is left, no other may
	// join those who hold the key.
	public static QueueSql.Pass passing(String locks, String holders) {
		QueueSql queue = new QueueSql(locks, NOW);
		String hindrance = "select 1 from " + holders + " where held_key = mine and (member_id = '" + PERMITS
				+ "' or member_id like '" + WRITER + "%' and ends_at > " + NOW + ")";
		return new QueueSql.Pass(locks, queue.pass(), queue.isTogether(LockSql.TOGETHER),
				queue.passTogether(LockSql.TOGETHER, hindrance));
	}

	private String joinReaders() {
		return join("expires_at = " + CLOSED_UNTIL, "odd = 0", "");
	}

	private String joinPermits() {
		String set = "token = greatest(token + 1, " + NOW
				+ "), expires_at = case when others + 1 < permits then 0 else " + CLOSED_UNTIL
				+ " end, updated_at = case when others + 1 < permits then greatest(updated_at, " + minuteAfter(ENDING)
				+ ") else updated_at end";
		String declaration = " union all select mine, '" + PERMITS + "', cast(permits as varchar), version, " + NOW
				+ " + " + KEPT_MICROS + " from granted, seen";
		return join(set, "odd = 0 and declared = 1 and others < permits and expires_at <= 0", declaration);
	}

	private String join(String set, String room, String declaration) {
		String declared = "count(*) filter (where member_id = '" + PERMITS
				+ "' and node = cast(permits as varchar) and member_token = version) as declared";
		String odd = "count(*) filter (where member_id = asker or " + OWNER + " and ends_at <= " + NOW
				+ " or member_id like '" + WRITER + "%') as odd";
		String granted = "update " + this.locks.table() + " as locks set holder = named, " + set
				+ " from seen where lock_key = mine and " + UNAWAITED + " and locks.xmin = row_version and " + room
				+ " returning token";
		String joined = "insert into " + table()
				+ " (held_key, member_id, node, member_token, ends_at) select mine, asker, named, token, " + ENDING
				+ " from granted, seen" + declaration
				+ " on conflict (held_key, member_id) do update set ends_at = excluded.ends_at";
		return "with asked as (select ? as mine, ? as asker, ? as named, ? as lease, ? as permits, ? as version), seen as ("
				+ seen(OWNER, declared, odd) + "), granted as (" + granted + "), joined as (" + joined
				+ ") select token from granted";
	}

	private String leaveReaders() {
		return leave("last_end is null", "coalesce(last_end, 0)", Dialects.POSTGRESQL.minute(),
				"locks.xmin = row_version");
	}

	// Permits that are left stay left, whatever others do meanwhile.
	private String leavePermits() {
		return leave("expires_at > 0", "0", minuteAfter("coalesce(last_end, 0)"),
				"others < permits and (locks.xmin = row_version or expires_at <= 0)");
	}

	private String leave(String opens, String closedUntil, String usedAt, String condition) {
		String known = "count(*) filter (where member_id = asker) as known";
		String permits = "max(case when member_id = '" + PERMITS
				+ "' and node ~ '^[0-9]{1,9}$' then cast(node as integer) end) as permits";
		String freed = "update " + this.locks.table() + " as locks set held_for = case when " + opens + " then "
				+ this.locks.heldFor() + " else held_for end, expires_at = " + closedUntil
				+ ", updated_at = greatest(updated_at, " + usedAt + ") from seen where lock_key = mine and " + UNAWAITED
				+ " and known = 1 and " + condition + " and " + this.queue.soon() + " returning lock_key";
		return "with asked as (select ? as mine, ? as asker), seen as ("
				+ seen("member_id <> asker and " + OWNER + " and ends_at > " + NOW, known, permits) + "), freed as ("
				+ freed + ") delete from " + table()
				+ " using freed, seen where held_key = lock_key and member_id = asker";
	}

	// Returns a query for the version of the row of the key, how many others hold it,
	// the last end of these, and more that is counted.
	private String seen(String other, String... counted) {
		String members = "select count(*) filter (where " + other + ") as others, max(ends_at) filter (where " + other
				+ ") as last_end, " + String.join(", ", counted) + " from " + table() + " where held_key = mine";
		return "select asked.*, members.*, known_lock.xmin as row_version from asked join " + this.locks.table()
				+ " as known_lock on known_lock.lock_key = mine cross join lateral (" + members + ") as members";
	}

	private static String minuteAfter(String micros) {
		return "(" + micros + ") - mod(" + micros + ", 60000000) + 60000000";
	}

}
