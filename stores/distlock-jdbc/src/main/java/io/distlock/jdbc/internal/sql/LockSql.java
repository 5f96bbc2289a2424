// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.time.Duration;

import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.provider.LockKey;

/**
 * SQL for the lock table. Databases differ in the clock and in the return of a written
 * token. Each statement is a transaction of its own, and decides by a direct predicate on
 * the row instead of a sub-select, so that it succeeds for at most one of several
 * concurrent callers.
 * <p>
 * A lock is held while {@code expires_at} is in the future. A release sets this column to
 * zero and keeps the owner, so that a repeated request has the same result; a forced
 * release sets a negative value. A row is updated in place if its length is unchanged.
 * <p>
 * See the page 'jdbc-protocol' of the reference.
 *
 * @since 0.1.0
 */
public class LockSql {

	// Owns the row of a key that several hold together.
	static final String TOGETHER = "~";

	static final String OWNED = "lock_key = ? and owner = ? and expires_at > 0";

	private static final int FORCED = -1;

	private static final long HELD_AT_FIRST = Duration.ofMillis(10).toNanos() / 1000;

	private static final int KEY_LENGTH = 200;

	private final Dialect dialect;

	private final String table;

	private final String now;

	public LockSql(Dialect dialect, String table) {
		this.dialect = dialect;
		this.table = table;
		this.now = dialect.now();
	}

	public static String key(LockKey key) {
		return key.encoded(KEY_LENGTH);
	}

	String table() {
		return this.table;
	}

	String now() {
		return this.now;
	}

	// Parameters: owner, holder, tokens - 1, lease, three times one if the node is
	// counted among those that poll and else zero, key, and the owner on a read-back.
	String acquire() {
		String free = "expires_at <= " + this.now;
		return this.dialect.returning("update " + this.table,
				"set owner = ?, " + grant("token + 1") + ", " + leaveLine(),
				"where lock_key = ? and " + (this.dialect.readsBack() ? "(" + free + " or owner = ?)" : free));
	}

	// Parameters: key, owner, holder, tokens - 1, lease.
	String insert() {
		return this.dialect.returning(
				"insert into " + this.table + " (lock_key, owner, holder, token, expires_at, updated_at)", "",
				"values (?, ?, ?, " + token(this.now) + ", " + this.now + " + ?, 0)");
	}

	// Parameters: holder, first token - last token of the lease, tokens - 1, lease, key,
	// owner, last token of the lease.
	String renewUnlessAwaited() {
		return this.dialect.returning("update " + this.table, "set " + grant("token + ?") + ", waiting_until = null",
				"where " + OWNED + " and token = ? and not (" + awaited() + ")");
	}

	String awaited() {
		return "waiting_until is not null and waiting_until > " + this.now;
	}

	// Returns until when a lock is not granted, but perhaps to the node that was woken.
	String busyUntil() {
		return "expires_at";
	}

	// Parameters: key, owner.
	String readToken() {
		return "select token from " + this.table + " where lock_key = ? and owner = ?";
	}

	// Parameters: last token that was used, key, owner.
	String release() {
		return end(released(), "", false);
	}

	// Releases as a part of a change that waits for the disk, if a condition holds.
	// Parameters: last token that was used, key, owner, those of the condition.
	String releaseIf(String condition) {
		return end(released(), " and " + condition, true);
	}

	// Parameters: last token that was used, key, owner, last token of the lease.
	String yield() {
		return end(released(), " and token = ?", false);
	}

	// How long a lock is held follows longer times slowly, and shorter ones at once. It
	// is never negative, as it would be where a block of tokens runs ahead of the clock.
	// It comes first, since MySQL takes what was set before.
	private String released() {
		return "held_for = " + heldFor() + ", token = " + this.dialect.least("token", "?") + ", expires_at = 0";
	}

	String heldFor() {
		return this.dialect.greatest("0",
				this.dialect.least(this.now + " - token", "2 * coalesce(held_for, 0) + " + HELD_AT_FIRST));
	}

	// Parameters: key, owner, token. An operator relies on a lock having ended: this one
	// waits for the disk.
	String forceRelease() {
		return end("expires_at = " + FORCED, " and token = ?", true);
	}

	// Frees a lock where the lease is the owner's and a condition holds, durably if the
	// database must keep it in a crash.
	String end(String ended, String condition, boolean durably) {
		String where = " where " + OWNED + condition;
		return "update " + this.table + " set " + ended + ", updated_at = " + this.dialect.minute() + where;
	}

	// Parameters: key, owner.
	String ended() {
		return "select expires_at, token from " + this.table + " where lock_key = ? and owner = ?";
	}

	// Parameters: lease, keys, owners. An owner has one key only, so it need not be
	// compared with that. Never shortens a lease, so that a renewal that was held up
	// cannot undo a later one.
	public String renew(int count) {
		return "update " + this.table + " set expires_at = " + this.dialect.greatest("expires_at", this.now + " + ?")
				+ " where " + owned(count);
	}

	// Without waiting for rows that others have locked, on PostgreSQL. Parameters: lease,
	// keys, owners.
	String renewUnlocked(int count) {
		return "update " + this.table + " set expires_at = " + this.dialect.greatest("expires_at", this.now + " + ?")
				+ " from (" + lock("lock_key as mine", count) + ") unlocked where lock_key = mine and expires_at > 0";
	}

	// Parameters: keys, owners.
	public String lock(int count) {
		return lock("lock_key", count);
	}

	private String lock(String columns, int count) {
		return this.dialect.lockUnlocked(columns, this.table, owned(count));
	}

	// Parameters: keys, owners.
	String remaining(int count) {
		return "select lock_key, owner, expires_at - " + this.now + " from " + this.table + " where " + owned(count);
	}

	private static String owned(int count) {
		String list = Sql.parameters(count);
		return "lock_key in " + list + " and owner in " + list + " and expires_at > 0";
	}

	// Parameters: key.
	String observe() {
		return "select " + busyUntil() + " - " + this.now + ", token, " + this.now
				+ " - token, coalesce(held_for, 0), coalesce(waiting, 0), coalesce(waiting_until, 0) - " + this.now
				+ ", owner from " + this.table + " where lock_key = ?";
	}

	// Counts a node among those that poll. Where the mark is over, there were none. The
	// count comes first, since MySQL takes what was set before. Parameters: how long the
	// mark lasts, key.
	String standInLine() {
		return "update " + this.table + " set waiting = case when waiting_until > " + this.now
				+ " then coalesce(waiting, 0) else 0 end + 1, waiting_until = " + this.now
				+ " + ? where lock_key = ? and " + busyUntil() + " > " + this.now;
	}

	// The mark stays while others wait. It comes first, since MySQL takes what was set
	// before.
	static String leaveLine() {
		return "waiting_until = case when waiting > ? then waiting_until end, waiting = case when waiting > ? then waiting - ? end";
	}

	// Parameters: how long the mark lasts, key.
	String mark() {
		return "update " + this.table + " set waiting_until = " + this.now + " + ? where lock_key = ? and "
				+ busyUntil() + " > " + this.now;
	}

	// Parameters: the first key, and one behind the last.
	String held() {
		return selectHeld() + " and lock_key >= ? and lock_key < ? order by lock_key";
	}

	// Parameters: key.
	String holder() {
		return selectHeld() + " and lock_key = ?";
	}

	private String selectHeld() {
		return "select lock_key, holder, token, expires_at - " + this.now + ", case when " + awaited()
				+ " then 1 else 0 end, owner from " + this.table + " where (owner <> '" + TOGETHER
				+ "' or owner is null) and expires_at > " + this.now;
	}

	String grant(String first) {
		return "holder = ?, token = " + token(this.dialect.greatest(first, this.now)) + ", expires_at = " + this.now
				+ " + ?";
	}

	private String token(String first) {
		return this.dialect.written(first + " + ?");
	}

	static String join(String... parts) {
		return String.join(" ", parts);
	}

}
