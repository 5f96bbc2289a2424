// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockQuery;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.StoredLock;
import org.jspecify.annotations.Nullable;

/**
 * Statements on one row of the lock table, on a connection in auto-commit mode.
 * <p>
 * See the page 'jdbc-protocol' of the reference.
 *
 * @since 0.1.0
 */
public class LockStatements {

	// Encoded keys have only characters between these, and the order of columns with keys
	// is that of characters.
	private static final String BEFORE_ALL = "!";

	private static final String BEHIND_ALL = "\u007f";

	private static final Duration MAX_LEASE = Duration.ofDays(3650);

	private static final int MAX_TRIES = 100;

	private static final int OWNER = 6;

	private final Dialect dialect;

	private final LockSql sql;

	private final String acquire;

	final String insert;

	private final String renewUnlessAwaited;

	private final String release;

	private final String yield;

	private final String observe;

	public LockStatements(Dialect dialect, LockSql sql) {
		this.dialect = dialect;
		this.sql = sql;
		this.acquire = sql.acquire();
		this.insert = sql.insert();
		this.renewUnlessAwaited = sql.renewUnlessAwaited();
		this.release = sql.release();
		this.yield = sql.yield();
		this.observe = sql.observe();
	}

	// Take the lock if its row is there and free. Returns the last token of the new
	// block, or empty.
	public OptionalLong acquire(Connection connection, String key, String owner, LockClaim claim, QueuePosition turn)
			throws SQLException {
		Long counted = turn.counted() ? 1L : 0L;
		List<Object> parameters = new ArrayList<>(List.of(owner, holder(claim), claim.tokens() - 1L,
				micros(claim.leaseTime()), counted, counted, counted));
		parameters.addAll(place(key, turn));
		if (this.dialect.readsBack()) {
			parameters.add(owner);
		}
		return writeToken(connection, this.acquire, key, owner, parameters.toArray());
	}

	// Return the parameters about a key and, where nodes stand in a queue, this node.
	List<Object> place(String key, QueuePosition turn) {
		return List.of(key);
	}

	// Make the row of a lock that was never used, which takes the lock. Returns the last
	// token of the new block, or empty if the row is there by now.
	public OptionalLong insert(Connection connection, String key, String owner, LockClaim claim) throws SQLException {
		try {
			return writeToken(connection, this.insert, key, owner, key, owner, holder(claim), claim.tokens() - 1L,
					micros(claim.leaseTime()));
		}
		catch (SQLException ex) {
			if (Sql.isDuplicateKey(ex)) {
				return OptionalLong.empty();
			}
			throw ex;
		}
	}

	// Observe a lock that could not be taken. For as long as 'markFor' the holder shall
	// know that there is a waiter; zero leaves no mark.
	public Observation observe(Connection connection, String key, Duration markFor, QueuePosition turn)
			throws SQLException {
		Observation found = Sql.first(connection, this.observe,
				(row) -> new Observation(true, Observation.duration(row.getLong(1)),
						new QueueState(row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5), row.getLong(6)),
						isTogether(key, row.getLong(1), row.getString(7))),
				key);
		if (found == null) {
			return Observation.MISSING;
		}
		return (markFor.isZero() || found.isFree()) ? found : standInLine(connection, key, markFor, turn, found);
	}

	// Returns whether several hold the lock. A lease that runs without an owner is not
	// ended by any node.
	boolean isTogether(String key, long remaining, @Nullable String owner) {
		if (owner == null && remaining > 0) {
			throw unowned(key);
		}
		return LockSql.TOGETHER.equals(owner);
	}

	LockStoreException unowned(String key) {
		return broken(key, "has a lease but no owner, so no node releases it", null);
	}

	public LockStoreException outOfRange(String key, SQLException failure) {
		return broken(key, "has a number that is too large", failure);
	}

	private LockStoreException broken(String key, String reason, @Nullable SQLException failure) {
		return new LockStoreException("The row of the table '%s' with the lock_key '%s' %s. Delete the row"
			.formatted(this.sql.table(), key, reason), LockStoreException.Outcome.PERMANENT, failure);
	}

	private Observation standInLine(Connection connection, String key, Duration markFor, QueuePosition turn,
			Observation found) throws SQLException {
		long mark = micros(markFor);
		if (!turn.counted() || !found.line().isMarked()) {
			boolean counted = Sql.update(connection, this.sql.standInLine(), mark, key) != 0;
			return counted ? found.joined() : Observation.FREE;
		}
		boolean lasts = found.line().markedFor() >= mark / 2;
		return (lasts || Sql.update(connection, this.sql.mark(), mark, key) != 0) ? found : Observation.FREE;
	}

	// Renew with a new block of tokens that follows the last one used, if there is no
	// waiter and the lease has not been renewed so before. Returns the last token of the
	// new block, or empty.
	public OptionalLong renewUnlessAwaited(Connection connection, String key, Lease lease, long lastToken,
			LockClaim claim) throws SQLException {
		String owner = lease.owner().id();
		return writeToken(connection, this.renewUnlessAwaited, key, owner, holder(claim),
				lastToken + 1 - lease.lastToken(), claim.tokens() - 1L, micros(claim.leaseTime()), key, owner,
				lease.lastToken());
	}

	// Release unless the lease has been renewed with another block of tokens.
	public End yield(Connection connection, String key, Lease lease, long lastToken) throws SQLException {
		return end(connection, this.yield, lastToken, key, lease.owner().id(), lease.lastToken());
	}

	public End release(Connection connection, String key, String owner, long lastToken) throws SQLException {
		return end(connection, this.release, lastToken, key, owner);
	}

	// Return the statement of LockSql.releaseIf(String).
	public String releaseIf(String condition) {
		return this.sql.releaseIf(condition);
	}

	// Return what the row says of its last owner, or null if that is another one.
	public @Nullable Ended ended(Connection connection, String key, String owner) throws SQLException {
		return Sql.first(connection, this.sql.ended(), (row) -> new Ended(row.getLong(1), row.getLong(2)), key, owner);
	}

	End end(Connection connection, String sql, Object... parameters) throws SQLException {
		return (Sql.update(connection, sql, parameters) != 0) ? End.DONE : End.NOTHING;
	}

	public List<StoredLock> held(Connection connection, LockQuery query) throws SQLException {
		return held(connection, this.sql.held(), query, LockStatements::storedLock);
	}

	// One more than the limit says that there are more.
	static List<StoredLock> held(Connection connection, String sql, LockQuery query, Sql.Row<StoredLock> row)
			throws SQLException {
		LockKey key = query.key();
		String from = (key != null) ? LockSql.key(key) : query.prefix();
		String to = from + ((key != null) ? BEFORE_ALL : BEHIND_ALL);
		String after = query.after() + BEFORE_ALL;
		return Sql.list(connection, sql, (int) Math.min(query.limit() + 1L, Integer.MAX_VALUE), row,
				(after.compareTo(from) > 0) ? after : from, to);
	}

	static StoredLock storedLock(ResultSet row) throws SQLException {
		return StoredLock
			.of(row.getString(1), Objects.requireNonNullElse(row.getString(2), ""), row.getLong(3),
					Observation.duration(row.getLong(4)), row.getInt(5) == 1)
			.sinceToken();
	}

	// End the lock, whichever owner has it. What is ended is just what was read: the same
	// hold, with the same tokens. A holder that was given others meanwhile is read again.
	public Optional<StoredLock> forceRelease(Connection connection, String key) throws SQLException {
		for (int tries = 0; tries < MAX_TRIES; tries++) {
			Holding found = Sql.first(connection, this.sql.holder(),
					(row) -> new Holding(storedLock(row), owner(key, row.getString(OWNER))), key);
			if (found == null) {
				return Optional.empty();
			}
			if (forceRelease(connection, key, found.owner(), found.lock().lastToken()).isDone()) {
				return Optional.of(found.lock());
			}
		}
		throw new LockStoreException(
				"Could not force the release of '%s': its holder changed again and again. Try again".formatted(key),
				LockStoreException.Outcome.TRANSIENT, null);
	}

	private String owner(String key, @Nullable String owner) {
		if (owner == null) {
			throw unowned(key);
		}
		return owner;
	}

	End forceRelease(Connection connection, String key, String owner, long token) throws SQLException {
		return end(connection, this.sql.forceRelease(), key, owner, token);
	}

	// Whether it is better to insert on suspicion than to look first.
	public boolean insertsCheaply() {
		return false;
	}

	public static long micros(Duration duration) {
		Duration bounded = (duration.compareTo(MAX_LEASE) < 0) ? duration : MAX_LEASE;
		return bounded.toNanos() / 1000;
	}

	static String holder(LockClaim claim) {
		return (claim.holder().length() <= 100) ? claim.holder() : claim.holder().substring(0, 100);
	}

	private OptionalLong writeToken(Connection connection, String sql, String key, String owner, Object... parameters)
			throws SQLException {
		if (!this.dialect.readsBack()) {
			return this.dialect.write(connection, sql, parameters);
		}
		return (Sql.update(connection, sql, parameters) != 0) ? Sql.number(connection, this.sql.readToken(), key, owner)
				: OptionalLong.empty();
	}

	/**
	 * Held lock.
	 *
	 * @param lock the description
	 * @param owner the granted attempt
	 */
	private record Holding(StoredLock lock, String owner) {

	}

	/**
	 * Result of ending a lease.
	 *
	 * @param isDone {@code true} if a lease was ended
	 * @param wokenUnder the last token of the lock if a node was woken, otherwise zero
	 */
	public record End(boolean isDone, long wokenUnder) {

		/**
		 * No lease was ended.
		 */
		public static final End NOTHING = new End(false, 0);

		/**
		 * A lease was ended, and no node was woken.
		 */
		public static final End DONE = new End(true, 0);

		/**
		 * Read the result of a statement that ends a lease and wakes a node.
		 * @param row the last token, and the woken node
		 * @return the result
		 * @throws SQLException if the row cannot be read
		 */
		public static End of(ResultSet row) throws SQLException {
			return of(row.getLong(1), row.getLong(2));
		}

		public static End of(long token, long woken) {
			return new End(true, (woken != 0) ? token : 0);
		}

	}

	/**
	 * State of a row after its last owner.
	 *
	 * @param expiresAt the end of the lease, zero after a release, negative after a
	 * forced release
	 * @param token the last token of the block
	 */
	public record Ended(long expiresAt, long token) {

		public boolean isReleased() {
			return this.expiresAt == 0;
		}

		public boolean isHeld() {
			return this.expiresAt > 0;
		}

	}

	/**
	 * State of a lock at an attempt.
	 *
	 * @param exists {@code true} if the lock has a row
	 * @param remaining the remaining lease of the holder, not positive for a free lock
	 * @param line the other waiters
	 * @param isShared {@code true} if several owners hold the lock together
	 */
	public record Observation(boolean exists, Duration remaining, QueueState line, boolean isShared) {

		/**
		 * The lock has no row.
		 */
		public static final Observation MISSING = new Observation(false, Duration.ZERO, QueueState.UNKNOWN, false);

		/**
		 * The lock is free.
		 */
		public static final Observation FREE = new Observation(true, Duration.ZERO, QueueState.UNKNOWN, false);

		static Duration duration(long micros) {
			return Duration.of(micros, ChronoUnit.MICROS);
		}

		// There is room as soon as another lease ends; zero if that is not known.
		public Observation endingIn(Duration roomIn) {
			boolean sooner = !roomIn.isZero() && (isFree() || roomIn.compareTo(this.remaining) < 0);
			return sooner ? new Observation(this.exists, roomIn, this.line, this.isShared) : this;
		}

		Observation joined() {
			return new Observation(true, this.remaining, this.line.joined(), this.isShared);
		}

		public boolean isFree() {
			return this.remaining.isNegative() || this.remaining.isZero();
		}

	}

}
