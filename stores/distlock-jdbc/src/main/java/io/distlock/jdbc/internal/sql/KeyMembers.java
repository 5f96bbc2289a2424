// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.provider.HoldRules;
import io.distlock.provider.Permits;
import org.jspecify.annotations.Nullable;

/**
 * Holders of a key, as read while the row of the key is locked. All times are
 * microseconds of the database's clock.
 *
 * @param key the encoded key
 * @param owner the owner in the row of the key
 * @param token the last token of the key
 * @param closedUntil the time until which the key has no room, not positive if it has
 * room
 * @param now the current time
 * @param keptUntil the time until which the key is reserved for another node
 * @param isAwaited {@code true} if nodes are queued for the key
 * @param members the holders of the key, and additional rows
 */
record KeyMembers(String key, @Nullable String owner, long token, long closedUntil, long now, long keptUntil,
		boolean isAwaited, List<Member> members) {

	static final long MINUTE = Duration.ofMinutes(1).toNanos() / 1000;

	// The row of permits may be a new one, after a purge: no owner has had it alone.
	boolean isTogether() {
		return LockSql.TOGETHER.equals(this.owner) || member(ShareSql.PERMITS) != null;
	}

	boolean isClosed() {
		return isTogether() && this.closedUntil > 0;
	}

	boolean isHeldAlone() {
		return !isTogether() && this.closedUntil > this.now;
	}

	// Returns whether there is no room although no owner holds the key: their rows
	// were deleted by hand, or were not restored.
	boolean isAbandoned() {
		return isTogether() && this.closedUntil > this.now && living() == 0;
	}

	@Nullable Member member(String id) {
		return this.members.stream().filter((member) -> member.id().equals(id)).findFirst().orElse(null);
	}

	private Stream<Member> all() {
		return this.members.stream().filter((member) -> !member.id().startsWith("!") && isTogether());
	}

	/**
	 * Return a holder with an active lease.
	 */
	@Nullable Member first() {
		return all().filter((member) -> member.endsAt() > this.now).findFirst().orElse(null);
	}

	private LongStream ends() {
		return all().mapToLong(Member::endsAt).filter((end) -> end > this.now);
	}

	int living() {
		return (int) ends().count();
	}

	long firstEnd() {
		return ends().min().orElse(0);
	}

	long lastEnd() {
		return ends().max().orElse(0);
	}

	boolean writerWaits() {
		return writerUntil() > this.now;
	}

	long writerUntil() {
		return writers().mapToLong(Member::endsAt).max().orElse(0);
	}

	long writers(String except) {
		return writers().filter((member) -> member.endsAt() > this.now && !member.id().equals(except)).count();
	}

	private Stream<Member> writers() {
		return this.members.stream().filter((member) -> member.id().startsWith(ShareSql.WRITER));
	}

	HoldRules.@Nullable InForce permits() {
		Member permits = member(ShareSql.PERMITS);
		return (permits != null) ? permits.inForce() : null;
	}

	KeyMembers without(String id) {
		return with(this.members.stream().filter((member) -> !member.id().equals(id)).toList());
	}

	KeyMembers with(List<Member> read) {
		return new KeyMembers(this.key, this.owner, this.token, this.closedUntil, this.now, this.keptUntil,
				this.isAwaited, read);
	}

	// What is indexed changes seldom.
	static long minuteAfter(long micros) {
		return minute(micros) + MINUTE;
	}

	static long minute(long micros) {
		return micros - micros % MINUTE;
	}

	/**
	 * Holder of the key, or an additional row.
	 *
	 * @param key the encoded key
	 * @param id the owner
	 * @param token the token
	 * @param endsAt the end of the lease
	 * @param node the name of the node, for display
	 */
	record Member(String key, String id, long token, long endsAt, String node) {

		static Member of(ResultSet row) throws SQLException {
			return new Member(row.getString(5), row.getString(1), row.getLong(2), row.getLong(3),
					Objects.requireNonNullElse(row.getString(4), ""));
		}

		static Member of(String key, HoldRules.InForce permits) {
			return new Member(key, ShareSql.PERMITS, permits.permits().version(), Sql.micros(permits.until()),
					Integer.toString(permits.permits().number()));
		}

		// Returns the parameters of ShareSql.update and ShareSql.add.
		Object[] parameters() {
			return new Object[] { this.node, this.token, this.endsAt, this.key, this.id };
		}

		// Returns null for a number that is none: the next owner that acquires a permit
		// replaces it.
		private HoldRules.@Nullable InForce inForce() {
			try {
				return new HoldRules.InForce(new Permits(Integer.parseInt(this.node), this.token),
						Sql.instant(this.endsAt));
			}
			catch (IllegalArgumentException ex) {
				return null;
			}
		}

	}

}
