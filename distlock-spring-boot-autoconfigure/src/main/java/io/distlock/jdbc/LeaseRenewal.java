package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.distlock.jdbc.LockDatabase.Dialect;
import io.distlock.provider.Lease;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.RenewalOutcomes;

/**
 * Renews leases, many in one statement, in the order of their keys.
 */
final class LeaseRenewal {

	private static final int BATCH_SIZE = 64;

	private final LockDatabase database;

	LeaseRenewal(LockDatabase database) {
		this.database = database;
	}

	/**
	 * Renew leases.
	 * @param leases the leases
	 * @param outcomes is told of each
	 */
	void renew(Collection<Lease> leases, RenewalOutcomes outcomes) {
		Map<Duration, List<Lease>> byDuration = leases.stream()
			.distinct()
			.sorted((first, second) -> first.key().compareTo(second.key()))
			.collect(Collectors.groupingBy(Lease::duration, TreeMap::new, Collectors.toList()));
		byDuration.forEach((duration, same) -> {
			for (int from = 0; from < same.size(); from += BATCH_SIZE) {
				List<Lease> batch = same.subList(from, Math.min(from + BATCH_SIZE, same.size()));
				renew(duration, batch, outcomes);
			}
		});
	}

	private void renew(Duration duration, List<Lease> batch, RenewalOutcomes outcomes) {
		try {
			List<Lease> lost = this.database.run("renew %d leases".formatted(batch.size()),
					(connection, dialect) -> renew(connection, dialect, duration, batch));
			batch.stream().filter((lease) -> !lost.contains(lease)).forEach(outcomes::kept);
			lost.forEach(outcomes::lost);
		}
		catch (LockStoreException ex) {
			batch.forEach((lease) -> outcomes.unknown(lease, ex));
		}
	}

	private List<Lease> renew(Connection connection, Dialect dialect, Duration duration, List<Lease> batch)
			throws SQLException {
		int size = statementSize(batch.size());
		List<Object> parameters = new ArrayList<>(List.of(LockStatements.micros(duration)));
		parameters.addAll(pairs(batch, size));
		int renewed = Parameters.update(connection, dialect.sql().renew(size), parameters.toArray());
		if (renewed == batch.size()) {
			return List.of();
		}
		Set<String> owned = owned(connection, dialect.sql().owned(size), pairs(batch, size));
		return batch.stream().filter((lease) -> !owned.contains(JdbcLockProvider.encoded(lease.key()))).toList();
	}

	private Set<String> owned(Connection connection, String sql, List<Object> parameters) throws SQLException {
		Set<String> keys = new HashSet<>();
		try (PreparedStatement statement = connection.prepareStatement(sql);
				ResultSet row = Parameters.bind(statement, parameters.toArray()).executeQuery()) {
			while (row.next()) {
				keys.add(row.getString(1));
			}
		}
		return keys;
	}

	// Few different sizes make few different statements, which drivers and databases then
	// have prepared.
	private int statementSize(int leases) {
		int size = 1;
		while (size < leases) {
			size *= 4;
		}
		return size;
	}

	private List<Object> pairs(List<Lease> batch, int size) {
		List<Object> pairs = new ArrayList<>(2 * size);
		for (Lease lease : batch) {
			pairs.add(JdbcLockProvider.encoded(lease.key()));
			pairs.add(lease.owner().id());
		}
		List<Object> last = pairs.subList(pairs.size() - 2, pairs.size());
		List<Object> padding = Collections.nCopies(size - batch.size(), List.copyOf(last))
			.stream()
			.flatMap(List::stream)
			.toList();
		pairs.addAll(padding);
		return pairs;
	}

}
