// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.time.Duration;

/**
 * SQL for the queue in the row of a lock on PostgreSQL. The queue is an array of nodes in
 * order of arrival; a node is identified by the process ID of the session on which it
 * listens. A woken node leaves the queue, and the lock is reserved for it briefly.
 *
 * @param table the table of the locks
 * @param now the server's clock in microseconds
 * @since 0.1.0
 */
public record QueueSql(String table, String now) {

	/**
	 * Columns of the queue.
	 */
	public static final String COLUMNS = "waiters, woken, kept_until";

	private static final String PLACE = "array_position(waiters, cast(? as integer))";

	private static final String CHANNEL = "distlock_";

	private static final long GRACE_MICROS = Duration.ofMillis(50).toNanos() / 1000;

	// Longer than a lock is kept, and than a statement waits for its row.
	private static final long NEVER_KEPT_MICROS = Duration.ofSeconds(10).toNanos() / 1000;

	public static String channel(long node) {
		return CHANNEL + node;
	}

	// Returns what is set where the lock is granted. Parameters: the node, which leaves
	// the queue.
	public String granted() {
		return "waiters = nullif(array_remove(waiters, cast(? as integer)), '{}'), woken = null, kept_until = null";
	}

	// Returns what must hold for a free lock to be granted. One that is kept for longer
	// than it can be was freed before the server's clock was set back. Parameters: the
	// node.
	public String grantable() {
		return "(woken is null or woken = ? or kept_until - " + this.now + " not between 1 and " + NEVER_KEPT_MICROS
				+ ")";
	}

	// Returns until when a lock is granted to no other node.
	public String busyUntil() {
		return "greatest(expires_at, coalesce(kept_until, 0))";
	}

	// Returns for how long a queued node waits at most, zero or less if the lock is free.
	// While the lock is kept for another node, that node or the releasing node wakes the
	// next one, so the end of the reservation is no time to poll.
	private String remaining() {
		return "greatest(expires_at, case when kept_until > " + this.now + " then " + this.now + " + "
				+ NEVER_KEPT_MICROS + " else 0 end) - " + this.now;
	}

	// Returns what is set where the lock is freed.
	public String freed() {
		return woken("waiters");
	}

	private String woken(String waiters) {
		String first = waiters + "[1]";
		return "woken = " + first + ", waiters = nullif(" + waiters + "[2:], '{}'), kept_until = case when " + first
				+ " is not null then " + this.now + " + " + GRACE_MICROS + " end";
	}

	// Returns the result columns of a freed row: its last token, and the node that is
	// woken. Wakes that node.
	public String waking() {
		return "returning token, woken, case when woken is not null then cast(pg_notify('" + CHANNEL
				+ "' || woken, token || ' ' || lock_key) as text) end";
	}

	// Returns what keeps a transaction from waiting for the disk: a release that is lost
	// in a crash of the server costs the rest of the lease, and breaks no promise.
	public String soon() {
		return "set_config('synchronous_commit', 'off', true) is not null";
	}

	// Returns a query for what is left until the lock may be free, who owns it, its last
	// token, and the position of a node in the queue, null if it is not queued.
	// Parameters: the node, key.
	public String observe() {
		return "select " + remaining() + ", owner, token, " + PLACE + " from " + this.table + " where lock_key = ?";
	}

	// Returns a query that lets a node stand in line, at its head if it has stood there
	// before, and returns the same, but for the last. The update returns
	// the current values of the row. If nothing was updated, although the snapshot shows
	// a row that should be, the row has changed in between, and another attempt is
	// worthwhile immediately. Parameters: one if it has stood in line before, else zero;
	// the node, twice; key; the node, four times; key.
	public String standInLine() {
		String due = "(? = any(waiters)) is not true";
		String standing = "update " + this.table
				+ " set waiters = case when ? = 1 then array_prepend(cast(? as integer), waiters) else array_append(waiters, cast(? as integer)) end where lock_key = ? and "
				+ busyUntil() + " > " + this.now + " and " + due + " returning " + remaining()
				+ " as remaining, owner, token, " + PLACE + " as place";
		return "with standing as (" + standing
				+ ") select remaining, owner, token, place from standing union all select case when " + due
				+ " then 0 else " + remaining() + " end, owner, token, " + PLACE + " from " + this.table
				+ " where lock_key = ? and not exists (select 1 from standing)";
	}

	// Returns a statement that wakes the next node where the one that was woken has not
	// come. Those whose sessions have ended are passed over. Who has locked the row is
	// about to come, and is not waited for. Parameters: key, the last token under which
	// the lock was released.
	public String pass() {
		return pass("expires_at <= 0", "");
	}

	// To ask which sessions live costs more than all else, so that is asked only where
	// there is something to pass on.
	private String pass(String condition, String more) {
		String alive = "array(select node from unnest(waiters) with ordinality as line (node, place) where node in (select pid from pg_stat_activity) order by place) as alive";
		String line = "select lock_key as mine, " + alive + " from " + this.table
				+ " where lock_key = ? and token = ? and " + condition + " for update skip locked";
		return "update " + this.table + " set " + woken("alive") + " from (" + line + ") as line where lock_key = mine"
				+ more + " and " + soon() + " " + waking();
	}

	// Returns a query that finds a row if several hold the lock, and the node that was
	// woken last has not come. Parameters: key, the last token under which it was woken.
	public String isTogether(String owner) {
		return "select woken from " + this.table + " where lock_key = ? and token = ? and " + unused(owner);
	}

	// Returns a statement that wakes the next node where several hold the lock, and the
	// one that was woken does not acquire it, too. Parameters: key, the last token under
	// which it was woken.
	public String passTogether(String owner, String hindrance) {
		return pass(unused(owner), " and not exists (" + hindrance + ")");
	}

	// Who hears that it was woken passes that on at once, and others wait for a moment.
	private String unused(String owner) {
		return "owner = '" + owner + "' and expires_at > 0 and (woken = pg_backend_pid() or kept_until <= " + this.now
				+ ")";
	}

	/**
	 * SQL for waking the next node if the woken node does not acquire the lock. The
	 * parameters of each statement are the key and the last token before the wake-up.
	 *
	 * @param table the table of the locks
	 * @param free wakes the next node if the lock is free, or has free permits
	 * @param isTogether finds a row if several owners hold the lock, and a woken node has
	 * not acquired it
	 * @param together wakes the next node that may join the holders
	 */
	public record Pass(String table, String free, String isTogether, String together) {

	}

}
