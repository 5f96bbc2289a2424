// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import io.distlock.jdbc.internal.dialect.Dialect;

/**
 * SQL for PostgreSQL, where waiting nodes form a queue in the row of the lock, and a
 * statement that frees a lock wakes the first node.
 *
 * @since 0.1.0
 */
public final class PostgresSql extends LockSql {

	private final Dialect dialect;

	private final QueueSql queue;

	public PostgresSql(Dialect dialect, String table) {
		super(dialect, table);
		this.dialect = dialect;
		this.queue = new QueueSql(table, dialect.now());
	}

	Dialect dialect() {
		return this.dialect;
	}

	public QueueSql queue() {
		return this.queue;
	}

	// Parameters: owner, holder, tokens - 1, lease, three times one if the node is
	// counted among those that poll and else zero, node, key, node.
	@Override
	String acquire() {
		return this.dialect.returning("update " + table(),
				"set owner = ?, " + grant("token + 1") + ", " + leaveLine() + ", " + this.queue.granted(),
				"where lock_key = ? and expires_at <= " + now() + " and " + this.queue.grantable());
	}

	// Names no constraint: of two nodes that insert the same key at once, one meets
	// either the primary key or the index of the purge. Writes nothing where the row is
	// there, and neither fails nor waits then. Parameters: key, owner, holder, tokens -
	// 1, lease, key.
	@Override
	String insert() {
		return "insert into " + table() + " (lock_key, owner, holder, token, expires_at, updated_at) select ?, ?, ?, "
				+ now() + " + ?, " + now() + " + ?, 0 where not exists (select 1 from " + table()
				+ " where lock_key = ?) on conflict do nothing returning token";
	}

	@Override
	String awaited() {
		return "waiters is not null or " + super.awaited();
	}

	@Override
	String busyUntil() {
		return this.queue.busyUntil();
	}

	@Override
	String end(String ended, String condition, boolean durably) {
		return join(super.end(ended + ", " + this.queue.freed(), condition, durably),
				durably ? "" : "and " + this.queue.soon(), this.queue.waking());
	}

}
