// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.util.Collections;

import io.distlock.LockMode;
import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Sql;
import org.jspecify.annotations.Nullable;

/**
 * SQL for the holders of shared locks and permits. Each holder has its own row with its
 * own end. All rows are changed under the row of the key in the lock table, which
 * contains the time until which the key has no room: for exclusive requests while the
 * lock is shared, and for permits while all permits are taken.
 *
 * @since 0.1.0
 */
public class ShareSql {

	// Prefix of names that stand for waiters for exclusive use of the key.
	static final String WRITER = "!writer";

	// Stands for the number of permits that counts.
	static final String PERMITS = "!permits";

	private final Dialect dialect;

	private final LockSql locks;

	private final String table;

	private final String now;

	public ShareSql(Dialect dialect, LockSql locks, String table) {
		this.dialect = dialect;
		this.locks = locks;
		this.table = table;
		this.now = dialect.now();
	}

	String table() {
		return this.table;
	}

	boolean isQueued() {
		return false;
	}

	// Joins those who hold a key, unless the case is an unusual one; null where there is
	// no such statement. Parameters: key, owner, node, lease, permits, their version.
	@Nullable String joinUncontended(LockMode mode) {
		return null;
	}

	// Leaves those who hold a key, unless the case is an unusual one; null where there is
	// no such statement. Parameters: key, owner.
	@Nullable String leaveUncontended(LockMode mode) {
		return (mode == LockMode.PERMIT) ? this.dialect.removeFromOpen(this.locks.table(), this.table, LockSql.TOGETHER)
				: null;
	}

	// Returns whether read() locks the row, which needs not be written first.
	boolean readsLocked() {
		return this.dialect.readsLocked();
	}

	// Lets no other transaction change who holds the key. A row may be marked as used
	// until later, see keep(). Parameters: key.
	String lock() {
		return "update " + this.locks.table() + " set updated_at = "
				+ this.dialect.greatest("updated_at", this.dialect.minute()) + " where lock_key = ?";
	}

	// The same where a query locks the row. Parameters: key.
	String findLocked() {
		return find(1) + " for update";
	}

	// The same for many keys, but finds no row that another session has locked.
	// Parameters: keys.
	String lockUnlocked(int count) {
		return this.dialect.lockUnlocked("lock_key", this.locks.table(), "lock_key in " + Sql.parameters(count));
	}

	// Which rows are there, be they locked or not. Parameters: keys.
	String find(int count) {
		return "select lock_key from " + this.locks.table() + " where lock_key in " + Sql.parameters(count);
	}

	// Never shortens a lease, so that a renewal that was held up cannot undo a later one.
	// An owner has one key only, so it need not be compared with that. Parameters: lease,
	// keys, owners.
	String renew(int count) {
		return "update " + this.table + " set ends_at = " + this.dialect.greatest("ends_at", this.now + " + ?")
				+ " where " + owned(count);
	}

	// Returns which of the owners hold their key together with others. The row of the key
	// may be a new one, after a purge: where it is about permits, no owner has had it
	// alone. Parameters: keys, owners.
	String renewed(int count) {
		return "select held_key, member_id from " + this.table + " join " + this.locks.table()
				+ " on lock_key = held_key where " + owned(count) + " and (owner = '" + LockSql.TOGETHER
				+ "' or exists (select 1 from " + this.table
				+ " permits where permits.held_key = lock_key and permits.member_id = '" + PERMITS + "'))";
	}

	private static String owned(int count) {
		String list = Sql.parameters(count);
		return "held_key in " + list + " and member_id in " + list;
	}

	// Keeps keys closed until the last of those who hold them ends. A shared lock may
	// have been opened when the others left, and is closed again; permits that are left
	// stay left. No other transaction may miss that something has changed, whatever it
	// isolates, so the rows are written in any case. Parameters: lease and a minute, for
	// permits; keys.
	String keepClosed(LockMode mode, int count) {
		String last = this.dialect.greatest("expires_at",
				"(select max(ends_at) from " + this.table + " where held_key = lock_key and member_id not like '!%')");
		String set = (mode == LockMode.PERMIT) ? "case when expires_at > 0 then " + last + " else expires_at end, "
				+ "updated_at = " + this.dialect.greatest("updated_at", this.dialect.minute() + " + ?") : last;
		return "update " + this.locks.table() + " set expires_at = " + set + " where lock_key in "
				+ Sql.parameters(count);
	}

	// Parameters: key.
	String members() {
		return "select member_id, member_token, ends_at, node, held_key from " + this.table + " where held_key in (?)";
	}

	// Keeps the row from being purged while it does not show that permits are held.
	// Parameters: until when, key.
	String keep() {
		return "update " + this.locks.table() + " set updated_at = " + this.dialect.greatest("updated_at", "?")
				+ " where lock_key = ?";
	}

	// Parameters: key.
	String insert() {
		return this.dialect.insertOnce("insert into " + this.locks.table()
				+ " (lock_key, token, expires_at, updated_at) values (?, " + this.now + ", 0, 0)");
	}

	// Parameters: the node, where nodes stand in a queue; key.
	String read() {
		return read("0", "0");
	}

	final String read(String keptUntil, String awaited) {
		return "select owner, token, expires_at, " + this.now + ", " + keptUntil + ", " + awaited + " from "
				+ this.locks.table() + " where lock_key = ?" + (readsLocked() ? " for update" : "");
	}

	// Parameters: key, until when.
	String forget() {
		return "delete from " + this.table + " where held_key = ? and ends_at <= ?";
	}

	// Parameters: key, member.
	String remove() {
		return "delete from " + this.table + " where held_key = ? and member_id = ?";
	}

	// Writes rows, be they there or not; null where there is no such statement.
	// Parameters: node, token, end, key, member, of each.
	@Nullable String put(int count) {
		return this.dialect.put(add(count));
	}

	// Parameters: node, token, end, key, member.
	String update() {
		return "update " + this.table
				+ " set node = ?, member_token = ?, ends_at = ? where held_key = ? and member_id = ?";
	}

	// Parameters: node, token, end, key, member.
	String add() {
		return add(1);
	}

	private String add(int count) {
		return "insert into " + this.table + " (node, member_token, ends_at, held_key, member_id) values "
				+ String.join(", ", Collections.nCopies(count, Sql.parameters(5)));
	}

	// Parameters: owner, node, token, until when there is no room, until when the row is
	// used, three times one if the node is counted among those that poll and else zero,
	// the node where nodes stand in a queue, key.
	String grant() {
		return grant("");
	}

	final String grant(String leaving) {
		return "update " + this.locks.table() + " set owner = ?, holder = ?, token = ?, expires_at = ?, updated_at = "
				+ this.dialect.greatest("updated_at", "?") + ", " + LockSql.leaveLine() + leaving
				+ " where lock_key = ?";
	}

	// Parameters: until when there is no room, key.
	String close() {
		return "update " + this.locks.table() + " set expires_at = ? where lock_key = ?";
	}

	// Wakes the next node, which may hold the key, too; null where nodes stand in no
	// queue.
	// Parameters: key.
	@Nullable String wakeNext() {
		return null;
	}

	// Parameters: the first key, and one behind the last.
	String held() {
		return "select held_key, node, member_token, ends_at - " + this.now + ", case when " + this.locks.awaited()
				+ " then 1 else 0 end from " + this.table + " join " + this.locks.table()
				+ " on lock_key = held_key and owner = '" + LockSql.TOGETHER + "' where ends_at > " + this.now
				+ " and member_id not like '!%' and held_key >= ? and held_key < ? order by held_key";
	}

}
