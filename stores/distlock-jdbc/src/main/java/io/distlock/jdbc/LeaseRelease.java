// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

import io.distlock.jdbc.statement.LockSql;
import io.distlock.jdbc.statement.LockStatements;
import io.distlock.jdbc.statement.LockStatements.End;
import io.distlock.jdbc.statement.LockStatements.Ended;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.YieldResult;

/**
 * Releases leases, with the tokens that were not used. If a request finds nothing to do,
 * the row shows whether it was answered before, and how.
 *
 * @param connection the connection
 * @param statements what is done with a row
 * @param woken accepts the key and the last token where a node was woken
 * @param backOff how long one who yields stays away
 */
record LeaseRelease(Connection connection, LockStatements statements, ObjLongConsumer<String> woken,
		Supplier<Duration> backOff) {

	boolean release(LockKey key, LockOwner owner, long lastToken) throws SQLException {
		String encoded = LockSql.key(key);
		long used = (lastToken != 0) ? lastToken : Long.MAX_VALUE;
		if (isDone(encoded, this.statements.release(this.connection, encoded, owner.id(), used))) {
			return true;
		}
		Ended ended = this.statements.ended(this.connection, encoded, owner.id());
		return ended != null && ended.isReleased();
	}

	YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) throws SQLException {
		String key = LockSql.key(lease.key());
		long used = (lastToken != 0) ? lastToken : lease.lastToken();
		OptionalLong token = this.statements.renewUnlessAwaited(this.connection, key, lease, used, claim);
		if (token.isPresent()) {
			return renewed(lease, claim, token.getAsLong());
		}
		return isDone(key, this.statements.yield(this.connection, key, lease, used)) ? yielded()
				: answered(key, lease, claim);
	}

	private boolean isDone(String key, End end) {
		if (end.wokenUnder() != 0) {
			this.woken.accept(key, end.wokenUnder());
		}
		return end.isDone();
	}

	/**
	 * Return what a request was answered that arrives again: since then, the row has
	 * another block of tokens, or its lease has ended.
	 */
	private YieldResult answered(String key, Lease lease, LockClaim claim) throws SQLException {
		Ended ended = this.statements.ended(this.connection, key, lease.owner().id());
		if (ended != null && ended.isHeld()) {
			return renewed(lease, claim, ended.token());
		}
		return (ended != null && ended.isReleased()) ? yielded() : new YieldResult.Lost();
	}

	private YieldResult yielded() {
		return new YieldResult.Yielded(this.backOff.get());
	}

	private static YieldResult renewed(Lease lease, LockClaim claim, long lastToken) {
		return new YieldResult.Renewed(Lease.granted(claim, lease.owner(), lastToken));
	}

}
