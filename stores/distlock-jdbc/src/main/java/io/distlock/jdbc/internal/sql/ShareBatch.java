// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

import io.distlock.LockMode;
import io.distlock.jdbc.internal.dialect.Sql;
import io.distlock.jdbc.internal.sql.KeyMembers.Member;
import io.distlock.jdbc.internal.sql.RowRenewal.Renewal;
import io.distlock.provider.Lease;

/**
 * Renews leases of shared locks and permits, several in one transaction. Locks the rows
 * of all keys that are not locked by another session, reads them with their members once,
 * decides on each key, and writes the changes.
 * <p>
 * See the page 'jdbc-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class ShareBatch {

	private final ShareSql sql;

	ShareBatch(ShareSql sql) {
		this.sql = sql;
	}

	// Returns what came of each lease. Where the database can only wait for rows that
	// other sessions have locked, only leases of one key can be renewed together: then it
	// returns nothing for several keys.
	public Map<Lease, Renewal> renew(Connection connection, RowRenewal way, List<Lease> leases) throws SQLException {
		Map<String, List<Lease>> byKey = leases.stream()
			.collect(Collectors.groupingBy((lease) -> LockSql.key(lease.key()), TreeMap::new, Collectors.toList()));
		if (way == RowRenewal.WAITING && byKey.size() > 1) {
			return Map.of();
		}
		return Sql.inTransaction(connection, () -> {
			Map<Lease, Renewal> outcomes = new HashMap<>();
			Set<String> locked = lock(connection, way, byKey.keySet());
			Set<String> busy = busy(connection, way, byKey.keySet(), locked);
			byKey.forEach((key, ofKey) -> ofKey
				.forEach((lease) -> outcomes.put(lease, busy.contains(key) ? Renewal.LOCKED : Renewal.LOST)));
			List<KeyRenewal> renewals = new ArrayList<>();
			for (KeyMembers found : read(connection, locked)) {
				KeyRenewal renewal = new KeyRenewal(found);
				byKey.getOrDefault(found.key(), List.of())
					.stream()
					.filter(renewal::renew)
					.forEach((lease) -> outcomes.put(lease, Renewal.KEPT));
				renewals.add(renewal);
			}
			write(connection, renewals);
			return outcomes;
		});
	}

	private Set<String> lock(Connection connection, RowRenewal way, Set<String> keys) throws SQLException {
		if (way != RowRenewal.WAITING) {
			return keys(connection, this.sql::lockUnlocked, keys);
		}
		String key = keys.iterator().next();
		String unchanged = this.sql.lockUnchanged();
		if (Sql.update(connection, this.sql.lock(), key) != 0) {
			return keys;
		}
		return (unchanged != null) ? keys(connection, (count) -> unchanged, keys) : Set.of();
	}

	// Which rows are there, but locked by others.
	private Set<String> busy(Connection connection, RowRenewal way, Set<String> keys, Set<String> locked)
			throws SQLException {
		Set<String> others = new HashSet<>(keys);
		others.removeAll(locked);
		return (others.isEmpty() || way == RowRenewal.WAITING) ? Set.of() : keys(connection, this.sql::find, others);
	}

	private static Set<String> keys(Connection connection, IntFunction<String> sql, Collection<String> keys)
			throws SQLException {
		return new HashSet<>(list(connection, sql, (row) -> row.getString(1), keys));
	}

	private static <T> List<T> list(Connection connection, IntFunction<String> sql, Sql.Row<T> row,
			Collection<String> keys) throws SQLException {
		List<String> parameters = Sql.padded(keys);
		return Sql.list(connection, sql.apply(parameters.size()), row, parameters.toArray());
	}

	private List<KeyMembers> read(Connection connection, Set<String> keys) throws SQLException {
		if (keys.isEmpty()) {
			return List.of();
		}
		Map<String, List<Member>> members = list(connection, this.sql::members, Member::of, keys).stream()
			.collect(Collectors.groupingBy(Member::key));
		List<KeyMembers> found = list(connection, this.sql::states,
				(row) -> new KeyMembers(row.getString(1), row.getString(2), row.getLong(3), row.getLong(4),
						row.getLong(5), 0, false, members.getOrDefault(row.getString(1), List.of())),
				keys);
		found.sort(Comparator.comparing(KeyMembers::key));
		return found;
	}

	private void write(Connection connection, List<KeyRenewal> renewals) throws SQLException {
		writeMembers(connection, renewals.stream().flatMap((renewal) -> renewal.longer.values().stream()).toList());
		Sql.batch(connection, this.sql.close(),
				renewals.stream()
					.filter(KeyRenewal::isClosedLonger)
					.map((renewal) -> new Object[] { renewal.closedUntil, renewal.found.key() })
					.toList());
		Sql.batch(connection, this.sql.keep(),
				renewals.stream()
					.filter(KeyRenewal::isKept)
					.map((renewal) -> new Object[] { renewal.keptUntil, renewal.found.key() })
					.toList());
		// No other transaction may miss that something has changed, whatever it isolates.
		Sql.batch(connection, this.sql.lock(),
				renewals.stream()
					.filter((renewal) -> !renewal.longer.isEmpty() && !renewal.isClosedLonger() && !renewal.isKept())
					.map((renewal) -> new Object[] { renewal.found.key() })
					.toList());
	}

	// A row that was purged meanwhile is written again. A driver may not report what it
	// has changed.
	private void writeMembers(Connection connection, List<Member> members) throws SQLException {
		int[] changed = Sql.batch(connection, this.sql.update(), members.stream().map(Member::parameters).toList());
		List<Member> missing = new ArrayList<>();
		boolean reported = true;
		for (int i = 0; i < changed.length; i++) {
			reported &= changed[i] >= 0;
			if (changed[i] == 0) {
				missing.add(members.get(i));
			}
		}
		if (!reported) {
			List<Member> written = list(connection, this.sql::members, Member::of,
					members.stream().map(Member::key).collect(Collectors.toSet()));
			missing = members.stream().filter((member) -> written.stream().noneMatch(member::isSame)).toList();
		}
		Sql.batch(connection, this.sql.add(), missing.stream().map(Member::parameters).toList());
	}

	/**
	 * State of one key during the renewal of its holders.
	 */
	private static final class KeyRenewal {

		private final KeyMembers found;

		private final Map<String, Member> longer = new LinkedHashMap<>();

		// Until when the key has no room.
		private long closedUntil;

		// Until when the row is not to be purged although there is room.
		private long keptUntil;

		KeyRenewal(KeyMembers found) {
			this.found = found;
			this.closedUntil = found.closedUntil();
		}

		// Returns whether the lease is kept; else it was lost before. Where the lease of
		// one who shares had ended, the key may have been opened when the others left: it
		// is closed again.
		boolean renew(Lease lease) {
			String owner = lease.owner().id();
			Member known = this.found.isTogether() ? this.found.member(owner) : null;
			if (known == null) {
				return false;
			}
			Member member = this.longer.getOrDefault(owner, known);
			long ending = this.found.now() + LockStatements.micros(lease.duration());
			boolean open = lease.key().mode() == LockMode.PERMIT && this.closedUntil <= 0;
			if (ending > member.endsAt()) {
				this.longer.put(owner, new Member(member.key(), owner, member.token(), ending, member.node()));
			}
			if (open) {
				this.keptUntil = Math.max(this.keptUntil, KeyMembers.minuteAfter(ending));
			}
			else {
				this.closedUntil = Math.max(this.closedUntil, ending);
			}
			return true;
		}

		boolean isClosedLonger() {
			return this.closedUntil > this.found.closedUntil();
		}

		boolean isKept() {
			return this.keptUntil > 0;
		}

	}

}
