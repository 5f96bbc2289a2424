package io.distlock.jdbc;

import java.util.Collections;

/**
 * The text of the statements on the lock table, which differ between databases in the
 * clock and in how a written token comes back. Each stands alone as a transaction, and
 * decides by a direct predicate on the row, never by a sub-select, so that of many racers
 * at most one finds it true.
 * <p>
 * A lock is held as long as {@code expires_at} lies ahead. A release sets it to zero and
 * leaves everything else, because a row whose length does not change is updated in place.
 */
final class LockSql implements IdleRowPurge.IdleSql {

	private static final String OWNED = "lock_key = ? and owner = ? and expires_at <> 0";

	private final Platform platform;

	private final String table;

	private final String now;

	LockSql(Platform platform, String table) {
		this.platform = platform;
		this.table = table;
		this.now = platform.now();
	}

	String table() {
		return this.table;
	}

	String now() {
		return this.now;
	}

	// Parameters: owner, holder, tokens - 1, lease, key, and the owner on a read-back.
	String acquire() {
		String free = "expires_at <= " + this.now;
		boolean replay = TokenReturn.of(this.platform) == TokenReturn.READ_BACK;
		return returning("update " + this.table, "set " + grant(),
				"where lock_key = ? and " + (replay ? "(" + free + " or owner = ?)" : free));
	}

	// Parameters: key, owner, holder, tokens - 1, lease.
	String insert() {
		return returning("insert into " + this.table + " (lock_key, owner, holder, token, expires_at, updated_at)", "",
				"values (?, ?, ?, %s, %s + ?, 0)".formatted(token(this.now), this.now));
	}

	// Parameters: holder, tokens - 1, lease, key, owner.
	String renewUnlessAwaited() {
		return returning("update " + this.table, "set " + grant().substring("owner = ?, ".length()),
				"where " + OWNED + " and (waiting_until is null or waiting_until <= " + this.now + ")");
	}

	// Parameters: key, owner.
	String readToken() {
		return "select token from " + this.table + " where lock_key = ? and owner = ?";
	}

	// Parameters: key, owner.
	String release() {
		String released = "expires_at = 0, updated_at = " + this.platform.minute();
		return "update " + this.table + " set " + released + " where " + OWNED;
	}

	// Parameters: key, owner, token.
	String forceRelease() {
		return release() + " and token = ?";
	}

	// Parameters: lease, and key and owner of each. Never shortens a lease, so that a
	// renewal that was held up cannot undo a later one.
	String renew(int count) {
		return "update " + this.table + " set expires_at = " + this.platform.greatest("expires_at", this.now + " + ?")
				+ " where " + pairs(count);
	}

	// Parameters: key and owner of each.
	String owned(int count) {
		return "select lock_key from " + this.table + " where " + pairs(count);
	}

	// Parameters: until when a mark must last at least, from now; key.
	String look() {
		return "select expires_at - " + this.now + ", case when waiting_until >= " + this.now
				+ " + ? then 1 else 0 end, token from " + this.table + " where lock_key = ?";
	}

	// Parameters: how long the mark lasts, key.
	String mark() {
		return "update " + this.table + " set waiting_until = " + this.now + " + ? where lock_key = ? and expires_at > "
				+ this.now;
	}

	String held() {
		return selectHeld() + " order by lock_key";
	}

	// Parameters: key.
	String holder() {
		return selectHeld() + " and lock_key = ?";
	}

	private String selectHeld() {
		return "select lock_key, holder, token, expires_at - " + this.now + ", case when waiting_until > " + this.now
				+ " then 1 else 0 end, owner from " + this.table + " where expires_at > " + this.now;
	}

	@Override
	public String idle(int limit) {
		return "select lock_key from " + this.table + " where " + idlePredicate() + " order by updated_at"
				+ this.platform.limit(limit);
	}

	@Override
	public String deleteIdle(int count) {
		return "delete from " + this.table + " where lock_key in (" + String.join(", ", Collections.nCopies(count, "?"))
				+ ") and " + idlePredicate();
	}

	String probe() {
		return "select lock_key, owner, holder, token, expires_at, waiting_until, updated_at from " + this.table
				+ " where 1 = 0";
	}

	String grant() {
		return "owner = ?, holder = ?, token = %s, expires_at = %s + ?, waiting_until = null"
			.formatted(token(this.platform.greatest("token + 1", this.now)), this.now);
	}

	// The row goes only once the clock, from which a new row takes its token, has passed
	// the tokens that the old row gave.
	private String idlePredicate() {
		return "expires_at <= %1$s - ? and updated_at <= %1$s - ? and token < %1$s".formatted(this.now);
	}

	private String pairs(int count) {
		return String.join(" or ", Collections.nCopies(count, "(" + OWNED + ")"));
	}

	private String token(String first) {
		return this.platform.isMySqlFamily() ? "last_insert_id(" + first + " + ?)" : first + " + ?";
	}

	private String returning(String head, String set, String tail) {
		return switch (this.platform) {
			case H2, DB2 -> "select token from final table (" + join(head, set, tail) + ")";
			case SQLSERVER -> join(head, set, "output inserted.token", tail);
			case POSTGRESQL -> join(head, set, tail, "returning token");
			default -> join(head, set, tail);
		};
	}

	private String join(String... parts) {
		return String.join(" ", parts);
	}

}
