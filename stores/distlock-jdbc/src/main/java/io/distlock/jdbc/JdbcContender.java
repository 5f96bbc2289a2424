// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

import io.distlock.jdbc.LockDatabase.Tables;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.jdbc.internal.queue.PollSchedule;
import io.distlock.jdbc.internal.queue.PostgresWakeUps;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.jdbc.internal.sql.LockStatements;
import io.distlock.jdbc.internal.sql.LockStatements.End;
import io.distlock.jdbc.internal.sql.LockStatements.Observation;
import io.distlock.jdbc.internal.sql.QueuePosition;
import io.distlock.jdbc.internal.sql.ShareStatements.Answer;
import io.distlock.jdbc.internal.table.KnownKeys;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.PollBackoff;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Contender for one lock. The first attempt only tries the lock, so that a caller with a
 * single attempt leaves nothing in the store. From the second attempt on, the row is
 * marked as awaited for the holder.
 * <p>
 * See the page 'jdbc-protocol' of the reference.
 */
final class JdbcContender implements Contender {

	private static final Logger logger = LoggerFactory.getLogger(JdbcContender.class);

	// First poll interval of a new waiter that does not know of any queue yet.
	private static final Duration SOON = Duration.ofMillis(8);

	/**
	 * Maximum number of poll intervals between polls of a node that is queued for
	 * notifications. The first node polls at each interval.
	 */
	private static final int RAREST_POLL = 10;

	private final LockDatabase database;

	private final PostgresWakeUps wakeUps;

	private final LockClaim claim;

	private final String key;

	private final Runnable wakeUp;

	private final Duration markFor;

	private final Duration maxPollInterval;

	// Null until the first wait: most attempts need none.
	private @Nullable PollSchedule schedule;

	// The locks for which this node is counted among those that poll.
	private final KnownKeys counted;

	private boolean waiting;

	private boolean queued;

	// Whether the last attempt was granted the lock alone.
	private boolean alone;

	// The name of the mark that keeps others from sharing the lock while this one waits;
	// empty if there is none.
	private String mark = "";

	JdbcContender(LockDatabase database, PostgresWakeUps wakeUps, KnownKeys counted, LockClaim claim, Runnable wakeUp,
			Duration maxPollInterval) {
		this.database = database;
		this.wakeUps = wakeUps;
		this.claim = claim;
		this.key = LockSql.key(claim.key());
		this.wakeUp = wakeUp;
		this.markFor = maxPollInterval.plus(maxPollInterval);
		this.counted = counted;
		this.maxPollInterval = maxPollInterval;
	}

	@Override
	public Attempt attempt(LockOwner owner) {
		boolean alone = this.claim.key().isExclusive();
		return this.database.run(alone ? SchemaTable.LOCK : SchemaTable.HOLDER,
				() -> "acquire '" + this.claim.key() + "'",
				(connection, tables) -> attempt(connection, tables, owner, alone));
	}

	private Attempt attempt(Connection connection, Tables tables, LockOwner owner, boolean alone) throws SQLException {
		try {
			return alone ? attempt(connection, tables, owner) : share(connection, tables, owner);
		}
		catch (SQLException ex) {
			if (SqlErrors.isOutOfRange(ex)) {
				throw tables.statements().outOfRange(this.key, ex);
			}
			throw ex;
		}
	}

	@Override
	public void close() {
		if (this.waiting) {
			this.wakeUps.remove(this.key, this.wakeUp);
		}
		if (!this.mark.isEmpty()) {
			leave();
		}
	}

	// One who gives up lets those in who came later. Else the mark ends by itself: that
	// it cannot be taken away is no reason to lose a grant.
	private void leave() {
		try {
			this.database.run(SchemaTable.HOLDER, () -> "stop waiting for '" + this.claim.key() + "'",
					(connection, tables) -> {
						End end = this.alone ? tables.shares().forgetWriter(connection, this.key, this.mark)
								: tables.shares().unmarkWriter(connection, this.key, this.mark);
						this.wakeUps.woken(this.key, end.wokenUnder());
						return end;
					});
		}
		catch (LockStoreException ex) {
			logger.debug("Could not remove the mark of a waiting writer, which expires by itself", ex);
		}
	}

	private Attempt attempt(Connection connection, Tables tables, LockOwner owner) throws SQLException {
		LockStatements statements = tables.statements();
		QueuePosition turn = turn();
		OptionalLong token = statements.acquire(connection, this.key, owner.id(), this.claim, turn);
		this.alone = token.isPresent();
		if (this.alone) {
			return granted(owner, token.getAsLong());
		}
		Observation found = observe(connection, statements, turn);
		markWriter(connection, tables, found);
		if (!found.exists()) {
			token = statements.insert(connection, this.key, owner.id(), this.claim);
		}
		return token.isPresent() ? granted(owner, token.getAsLong()) : busy(tables, found);
	}

	private Attempt share(Connection connection, Tables tables, LockOwner owner) throws SQLException {
		Answer answer = tables.shares().acquire(connection, this.key, owner.id(), this.claim, turn());
		OptionalLong token = answer.token();
		if (token.isPresent()) {
			this.counted.remove(this.key);
			this.wakeUps.woken(this.key, answer.wokenUnder());
			return new Attempt.Granted(
					Lease.of(this.claim.key(), owner, this.claim.leaseTime(), token.getAsLong(), token.getAsLong()));
		}
		return busy(tables, observe(connection, tables.statements(), turn()).endingIn(answer.roomIn()));
	}

	private QueuePosition turn() {
		return new QueuePosition(this.wakeUps.node(), this.queued, this.counted.contains(this.key));
	}

	// Those who hold the lock together let no others join them while one waits who must
	// have it alone.
	private void markWriter(Connection connection, Tables tables, Observation found) throws SQLException {
		if (this.waiting && found.isShared() && !found.isFree()) {
			String name = this.mark.isEmpty() ? Long.toHexString(ThreadLocalRandom.current().nextLong()) : this.mark;
			if (tables.shares().markWriter(connection, this.key, name, this.markFor)) {
				this.mark = name;
			}
		}
	}

	private Observation observe(Connection connection, LockStatements statements, QueuePosition turn)
			throws SQLException {
		if (!this.waiting) {
			return statements.insertsCheaply() ? Observation.MISSING
					: statements.observe(connection, this.key, Duration.ZERO, turn);
		}
		long awaited = this.wakeUps.awaited(this.key);
		Observation found = statements.observe(connection, this.key, this.markFor, turn);
		this.wakeUps.found(this.key, awaited, found.line().token());
		if (turn.node() != 0) {
			this.queued |= !found.isFree();
		}
		else if (!found.isFree()) {
			this.counted.add(this.key);
		}
		return found;
	}

	private Attempt granted(LockOwner owner, long lastToken) {
		this.counted.remove(this.key);
		return new Attempt.Granted(Lease.granted(this.claim, owner, lastToken));
	}

	private Attempt busy(Tables tables, Observation found) {
		boolean first = !this.waiting;
		if (first) {
			this.waiting = true;
			if (tables.dialect().isQueued()) {
				this.wakeUps.add(this.key, this.wakeUp);
			}
		}
		return new Attempt.Busy(retryAfter(found, first));
	}

	// Where nothing is known of the row, it is asked for again at once if a release after
	// that is heard.
	private Duration retryAfter(Observation found, boolean first) {
		if (this.wakeUps.isLive()) {
			long rarely = Math.min(RAREST_POLL, Math.max(1, found.line().waiting()));
			return within(this.maxPollInterval.multipliedBy(rarely), found);
		}
		if (!found.exists()) {
			return new PollBackoff(SOON, SOON).next();
		}
		if (this.schedule == null) {
			this.schedule = new PollSchedule(this.maxPollInterval, () -> ThreadLocalRandom.current().nextDouble());
		}
		Duration wait = this.schedule.next(first ? found.line().joined() : found.line());
		return within((first && !found.line().isMarked() && wait.compareTo(SOON) > 0) ? SOON : wait, found);
	}

	private static Duration within(Duration wait, Observation found) {
		return new PollBackoff(SOON, wait).untilWoken(found.remaining());
	}

}
