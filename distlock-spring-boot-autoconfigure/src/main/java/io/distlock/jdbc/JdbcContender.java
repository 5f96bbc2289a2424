package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;

import io.distlock.jdbc.LockDatabase.Dialect;
import io.distlock.jdbc.LockStatements.Observation;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.PollBackoff;

/**
 * Asks for one lock. The first attempt only asks, so that whoever tries but once leaves
 * nothing in the store; from the second on it is known that somebody waits, and the row
 * is marked for the holder to see.
 */
final class JdbcContender implements Contender {

	private static final Duration FIRST_POLL = Duration.ofMillis(8);

	private final LockDatabase database;

	private final JdbcWakeUps wakeUps;

	private final LockClaim claim;

	private final String key;

	private final Runnable wakeUp;

	private final Duration markFor;

	private final PollBackoff backoff;

	private boolean waiting;

	JdbcContender(LockDatabase database, JdbcWakeUps wakeUps, LockClaim claim, Runnable wakeUp,
			Duration maxPollInterval) {
		this.database = database;
		this.wakeUps = wakeUps;
		this.claim = claim;
		this.key = JdbcLockProvider.encoded(claim.key());
		this.wakeUp = wakeUp;
		this.markFor = maxPollInterval.multipliedBy(2);
		this.backoff = new PollBackoff(FIRST_POLL, maxPollInterval);
	}

	@Override
	public Attempt attempt(LockOwner owner) {
		Attempt attempt = this.database.run("acquire '" + this.claim.key() + "'",
				(connection, dialect) -> attempt(connection, dialect, owner));
		if (attempt instanceof Attempt.Busy) {
			this.waiting = true;
		}
		return attempt;
	}

	@Override
	public void close() {
		this.wakeUps.remove(this.key, this.wakeUp);
	}

	private Attempt attempt(Connection connection, Dialect dialect, LockOwner owner) throws SQLException {
		LockStatements statements = dialect.statements();
		OptionalLong token = statements.acquire(connection, this.key, owner.id(), this.claim);
		if (token.isPresent()) {
			return granted(owner, token.getAsLong());
		}
		if (!this.waiting && this.wakeUps.add(dialect.platform(), this.key, this.wakeUp)) {
			return new Attempt.Busy(this.wakeUps.isLive() ? Duration.ZERO : this.backoff.next());
		}
		Observation found = statements.observe(connection, this.key, this.waiting ? this.markFor : Duration.ZERO);
		if (!found.exists() && !statements.acquireInserts()) {
			token = statements.insert(connection, this.key, owner.id(), this.claim);
		}
		return token.isPresent() ? granted(owner, token.getAsLong()) : busy(found);
	}

	private Attempt granted(LockOwner owner, long lastToken) {
		return new Attempt.Granted(JdbcLockProvider.lease(this.claim, owner, lastToken));
	}

	private Attempt busy(Observation found) {
		return new Attempt.Busy(this.wakeUps.isLive() ? this.backoff.untilWoken(found.remaining())
				: this.backoff.next(found.remaining()));
	}

}
