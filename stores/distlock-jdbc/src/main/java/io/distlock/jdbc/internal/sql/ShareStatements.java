// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

import io.distlock.LockMode;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.jdbc.internal.sql.KeyMembers.Member;
import io.distlock.jdbc.internal.sql.LockStatements.End;
import io.distlock.provider.HoldRules;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockQuery;
import io.distlock.provider.StoredLock;
import org.jspecify.annotations.Nullable;

/**
 * Statements on the holders of a key. Each operation is a transaction with a lock on the
 * row of the key as its first step, so all decisions on a key are sequential, by
 * {@link HoldRules}. Without other waiting nodes, a single statement may suffice.
 * <p>
 * See the page 'jdbc-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class ShareStatements {

	private static final int MAX_TRIES = 5;

	private static final int MAX_WRITERS = 3;

	private final ShareSql sql;

	private final LockStatements locks;

	public ShareStatements(ShareSql sql, LockStatements locks) {
		this.sql = sql;
		this.locks = locks;
	}

	// Let one more owner hold the key. Returns its token, or when there may be room. A
	// new row may be purged before it is locked.
	public Answer acquire(Connection connection, String key, String owner, LockClaim claim, QueuePosition turn)
			throws SQLException {
		OptionalLong token = (turn.queued() || turn.counted()) ? OptionalLong.empty()
				: acquireUncontended(connection, key, owner, claim);
		if (token.isPresent()) {
			return new Answer(token, Duration.ZERO, 0);
		}
		for (int tries = 0; tries < MAX_TRIES; tries++) {
			Answer answer = Sql.inTransaction(connection, () -> {
				KeyMembers found = lock(connection, key, turn.node());
				return (found != null) ? acquire(connection, found, owner, claim, turn) : Answer.MISSING;
			});
			if (answer != Answer.MISSING) {
				return answer;
			}
			Sql.insert(connection, this.sql.insert(), key);
		}
		return Answer.MISSING;
	}

	// Returns the token, or empty where there may be room nevertheless.
	OptionalLong acquireUncontended(Connection connection, String key, String owner, LockClaim claim)
			throws SQLException {
		String sql = this.sql.joinUncontended(claim.key().mode());
		return (sql != null) ? Sql.number(connection, sql, key, owner, LockStatements.holder(claim),
				LockStatements.micros(claim.leaseTime()), (long) claim.permits().number(), claim.permits().version())
				: OptionalLong.empty();
	}

	private Answer acquire(Connection connection, KeyMembers found, String owner, LockClaim claim, QueuePosition turn)
			throws SQLException {
		Member known = found.member(owner);
		if (found.isTogether() && known != null && known.endsAt() > found.now()) {
			return new Answer(OptionalLong.of(known.token()), Duration.ZERO, 0);
		}
		if (found.isHeldAlone() && found.owner() == null) {
			throw this.locks.unowned(found.key());
		}
		HoldRules.InForce before = found.permits();
		HoldRules.InForce after = (claim.key().mode() == LockMode.PERMIT)
				? HoldRules.inForce(before, claim.permits(), Sql.instant(found.now())) : before;
		List<Member> declared = (after != null && !after.equals(before)) ? List.of(Member.of(found.key(), after))
				: List.of();
		int permits = (after != null) ? after.permits().number() : 0;
		boolean room = !found.isHeldAlone() && found.keptUntil() <= found.now()
				&& HoldRules.mayHold(claim.key().mode(), held(found), found.living(), permits, found.writerWaits());
		if (!room) {
			write(connection, found, declared);
			if (claim.key().mode() == LockMode.PERMIT && !found.isClosed() && found.living() >= permits) {
				Sql.update(connection, this.sql.close(), found.lastEnd(), found.key());
			}
			return Answer.busy(roomAt(found, claim) - found.now());
		}
		return grant(connection, found, owner, claim, turn, declared, permits);
	}

	// Where nodes stand in a queue, a free key is kept for the one that was woken.
	private LockMode held(KeyMembers found) {
		boolean last = found.isTogether() && !this.sql.isQueued();
		return (last || found.living() > 0) ? LockMode.SHARED : LockMode.EXCLUSIVE;
	}

	private static long roomAt(KeyMembers found, LockClaim claim) {
		if (claim.key().mode() == LockMode.PERMIT) {
			return found.firstEnd();
		}
		return (found.living() == 0) ? found.writerUntil() : 0;
	}

	private Answer grant(Connection connection, KeyMembers found, String owner, LockClaim claim, QueuePosition turn,
			List<Member> declared, int permits) throws SQLException {
		boolean permit = claim.key().mode() == LockMode.PERMIT;
		long token = permit ? Math.max(found.token() + 1, found.now()) : found.token();
		long ending = found.now() + LockStatements.micros(claim.leaseTime());
		// Those who held the key together before it was held alone have lost it.
		long lost = (permit || found.isTogether()) ? found.now() : Long.MAX_VALUE;
		if (found.members().stream().anyMatch((member) -> member.endsAt() <= lost)) {
			Sql.update(connection, this.sql.forget(), found.key(), lost);
		}
		List<Member> written = new ArrayList<>(declared);
		written.add(new Member(found.key(), owner, token, ending, LockStatements.holder(claim)));
		write(connection, found, written);
		boolean closed = !permit || found.living() + 1 >= permits;
		Long counted = turn.counted() ? 1L : 0L;
		List<Object> parameters = new ArrayList<>(List.of(LockSql.TOGETHER, LockStatements.holder(claim), token,
				closed ? Math.max(ending, found.lastEnd()) : 0L,
				closed ? KeyMembers.minute(found.now()) : KeyMembers.minuteAfter(ending), counted, counted, counted));
		if (this.sql.isQueued()) {
			parameters.add(turn.node());
		}
		parameters.add(found.key());
		Sql.update(connection, this.sql.grant(), parameters.toArray());
		boolean more = !permit || !closed;
		return new Answer(OptionalLong.of(token), Duration.ZERO, more ? wakeNext(connection, found).wokenUnder() : 0);
	}

	private void write(Connection connection, KeyMembers found, List<Member> members) throws SQLException {
		String put = this.sql.put(members.size());
		if (put != null && !members.isEmpty()) {
			Sql.update(connection, put, members.stream().flatMap((member) -> Stream.of(member.parameters())).toArray());
			return;
		}
		for (Member member : members) {
			boolean known = found.member(member.id()) != null;
			if (!known || Sql.update(connection, this.sql.update(), member.parameters()) == 0) {
				Sql.update(connection, this.sql.add(), member.parameters());
			}
		}
	}

	// Take an owner from those who hold the key. Returns whether it was one of them, and
	// whom the release has woken.
	public End release(Connection connection, LockKey lock, String key, String owner) throws SQLException {
		if (releaseUncontended(connection, lock.mode(), key, owner)) {
			return End.DONE;
		}
		return Sql.inTransaction(connection, () -> {
			KeyMembers found = lock(connection, key, 0);
			if (found == null || !found.isTogether() || found.member(owner) == null) {
				return End.NOTHING;
			}
			Sql.update(connection, this.sql.remove(), key, owner);
			KeyMembers left = found.without(owner);
			if (isRoom(left, lock.mode())) {
				return found.isClosed() ? open(connection, left) : End.DONE;
			}
			Sql.update(connection, this.sql.close(), left.lastEnd(), key);
			return End.DONE;
		});
	}

	// Returns whether the owner has left; it may be one of the holders nevertheless.
	boolean releaseUncontended(Connection connection, LockMode mode, String key, String owner) throws SQLException {
		String sql = this.sql.leaveUncontended(mode);
		return sql != null && Sql.update(connection, sql, key, owner) != 0;
	}

	private static boolean isRoom(KeyMembers left, LockMode mode) {
		HoldRules.InForce permits = left.permits();
		return (mode == LockMode.PERMIT && permits != null) ? left.living() < permits.permits().number()
				: left.living() == 0;
	}

	// The row of a key that has room is not to be purged while others hold permits of it.
	private End open(Connection connection, KeyMembers left) throws SQLException {
		End end = this.locks.release(connection, left.key(), LockSql.TOGETHER, Long.MAX_VALUE);
		if (left.living() > 0) {
			Sql.update(connection, this.sql.keep(), KeyMembers.minuteAfter(left.lastEnd()), left.key());
		}
		return end.isDone() ? end : End.DONE;
	}

	private End openDurably(Connection connection, KeyMembers found) throws SQLException {
		End end = this.locks.forceRelease(connection, found.key(), LockSql.TOGETHER, found.token());
		return end.isDone() ? end : End.DONE;
	}

	// Let those who hold the key together know that one waits who must have it alone.
	// Each has a mark of its own, so that one who gives up takes no other's away; of
	// many, a few need one. Returns whether it has one.
	public boolean markWriter(Connection connection, String key, String writer, Duration markFor) throws SQLException {
		String id = ShareSql.WRITER + ":" + writer;
		return Sql.inTransaction(connection, () -> {
			KeyMembers found = lock(connection, key, 0);
			if (found == null || !found.isTogether()) {
				return false;
			}
			if (found.isAbandoned()) {
				Sql.update(connection, this.sql.close(), 0L, key);
				return false;
			}
			if (found.writers(id) >= MAX_WRITERS) {
				return false;
			}
			Member mark = found.member(id);
			long until = found.now() + LockStatements.micros(markFor);
			if (mark == null || mark.endsAt() < until) {
				write(connection, found, List.of(new Member(key, id, 0, until, "")));
			}
			return true;
		});
	}

	// Take the mark of one who gave up. Returns whom that has woken: where nodes stand in
	// a queue, those come in now that the mark kept out.
	public End unmarkWriter(Connection connection, String key, String writer) throws SQLException {
		String id = ShareSql.WRITER + ":" + writer;
		return Sql.inTransaction(connection, () -> {
			KeyMembers found = lock(connection, key, 0);
			if (Sql.update(connection, this.sql.remove(), key, id) == 0 || found == null) {
				return End.NOTHING;
			}
			KeyMembers left = found.without(id);
			boolean opened = found.writerWaits() && !left.writerWaits() && left.living() > 0;
			return opened ? wakeNext(connection, found) : End.DONE;
		});
	}

	// Take the mark of one who has the key alone now.
	public End forgetWriter(Connection connection, String key, String writer) throws SQLException {
		Sql.update(connection, this.sql.remove(), key, ShareSql.WRITER + ":" + writer);
		return End.DONE;
	}

	private End wakeNext(Connection connection, KeyMembers found) throws SQLException {
		String sql = this.sql.wakeNext();
		return (sql != null && found.isAwaited()) ? this.locks.end(connection, sql, found.key()) : End.DONE;
	}

	// End all who hold the key together. Returns one of them, or empty if there are none.
	public Optional<Ended> forceRelease(Connection connection, String key) throws SQLException {
		return Sql.inTransaction(connection, () -> {
			KeyMembers found = lock(connection, key, 0);
			Member first = (found != null && found.isTogether()) ? found.first() : null;
			if (found == null || (first == null && !found.isAbandoned())) {
				return Optional.empty();
			}
			Member holder = (first != null) ? first : new Member(key, "", found.token(), found.closedUntil(), "");
			Sql.update(connection, this.sql.forget(), key, Long.MAX_VALUE);
			StoredLock ended = StoredLock.of(key, holder.node(), holder.token(),
					Duration.of(holder.endsAt() - found.now(), ChronoUnit.MICROS), found.isAwaited());
			return Optional
				.of(new Ended(ended.together(), found.isClosed() ? openDurably(connection, found) : End.DONE));
		});
	}

	public List<StoredLock> held(Connection connection, LockQuery query) throws SQLException {
		return LockStatements.held(connection, this.sql.held(), query,
				(row) -> LockStatements.storedLock(row).together());
	}

	// Lock the row of a key, and read who holds it. Returns null if there is no row.
	private @Nullable KeyMembers lock(Connection connection, String key, long node) throws SQLException {
		if (!this.sql.readsLocked() && Sql.update(connection, this.sql.lock(), key) == 0) {
			return null;
		}
		KeyMembers found = Sql.first(connection, this.sql.read(),
				(row) -> new KeyMembers(key, row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4),
						row.getLong(5), row.getInt(6) != 0, List.of()),
				this.sql.isQueued() ? new Object[] { node, key } : new Object[] { key });
		return (found != null) ? found.with(Sql.list(connection, this.sql.members(), Member::of, key)) : null;
	}

	/**
	 * Result of an attempt.
	 *
	 * @param token the token, empty without room
	 * @param roomIn time until the end of a lease may make room, zero if unknown
	 * @param wokenUnder the last token of the key if another possible holder was woken,
	 * otherwise zero
	 */
	public record Answer(OptionalLong token, Duration roomIn, long wokenUnder) {

		static final Answer MISSING = new Answer(OptionalLong.empty(), Duration.ZERO, 0);

		static Answer busy(long micros) {
			return new Answer(OptionalLong.empty(), Duration.of(Math.max(0, micros), ChronoUnit.MICROS), 0);
		}

	}

	/**
	 * Result of a forced release.
	 *
	 * @param lock one of the former holders
	 * @param end the result, with the woken node
	 */
	public record Ended(StoredLock lock, End end) {

	}

}
