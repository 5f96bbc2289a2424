// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.sql;

import java.sql.Connection;
import java.util.List;

import io.distlock.benchmark.Suite;
import io.distlock.benchmark.measure.CommandCounter;
import io.distlock.benchmark.measure.Contestant;
import io.distlock.benchmark.measure.Goal;
import io.distlock.benchmark.measure.Results;
import io.distlock.benchmark.measure.Rounds;
import io.distlock.benchmark.measure.Workload;
import io.distlock.benchmark.report.Report;
import io.distlock.testserver.jdbc.DatabaseServer;
import io.distlock.testserver.jdbc.PostgresServer;

/**
 * Locks of transactions beside locks with a lease, around the same transactions of an
 * application on PostgreSQL: one that reads a row, and one that writes it as well, and so
 * waits for the disk when it commits. The floor is that transaction without any lock.
 */
public final class TransactionSuite implements Suite {

	@Override
	public String name() {
		return "transaction-locks";
	}

	@Override
	public String title() {
		return "Locks of transactions, in PostgreSQL";
	}

	@Override
	public void run(Rounds rounds, Report report) throws Exception {
		try (DatabaseServer running = new PostgresServer("fsync=on", "max_connections=400")) {
			running.start();
			BenchDatabase database = new BenchDatabase(running.newDatabase(), running.user());
			BenchSchema.POSTGRESQL.create(database);
			try (Connection connection = database.dataSource().getConnection();
					LockedTransactions locked = LockedTransactions.start(database)) {
				SqlSuite.about(connection, report);
				run("Reading a row", locked.reading(), rounds, report);
				run("Reading and writing a row", locked.writing(), rounds, report);
			}
		}
	}

	private static void run(String work, List<Contestant> contestants, Rounds rounds, Report report) throws Exception {
		for (int threads : List.of(1, 8)) {
			String title = "%s, %s".formatted(work,
					(threads == 1) ? "1 thread" : "%d threads, a key for each".formatted(threads));
			Workload workload = new Workload(title, threads, false, CommandCounter.none(), contestants);
			Results results = rounds.run(workload);
			report.add(workload, results);
			report.target(Goal.peer(LockedTransactions.TRANSACTION, LockedTransactions.LEASE, 2).in(title, results));
		}
		Workload contended = new Workload(work + ", 8 threads, one key", 8, true, CommandCounter.none(), contestants);
		report.add(contended, rounds.run(contended));
	}

}
