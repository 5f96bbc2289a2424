// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

import javax.sql.DataSource;

import io.distlock.HeldLock;
import io.distlock.fencing.internal.JdbcTransactions;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Refuses transactions of holders whose lock has since been granted to another owner.
 * <p>
 * A row for each key contains the highest checked fencing token. The check raises this
 * token with a statement in the caller's transaction, which locks the row until its end:
 * transactions that check the same key run one after the other, and a transaction with a
 * lower token fails. The check must be the first statement, so that subsequent reads
 * include all changes of the predecessor.
 * <p>
 * Immediately before the commit, another statement verifies that the transaction still
 * has the row, because a database may have rolled back or committed the transaction and
 * begun another one, unnoticed by the application.
 * <p>
 * Tokens are compared with each other instead of a clock: tokens of ZooKeeper are based
 * on transaction IDs, so tokens of all providers have no common bound.
 *
 * @since 0.1.0
 */
public final class FencingGuard implements AutoCloseable {

	private final Supplier<DataSource> dataSource;

	private final FencingSettings settings;

	private final Predicate<DataSource> createsTable;

	private final Map<DataSource, Fence> fences;

	/**
	 * Create a guard. Opens no connection.
	 * @param dataSource supplies the database with the guarded data at the first check
	 * @param settings the settings
	 * @param createsTable whether to create the table in a database before its first
	 * check
	 */
	public FencingGuard(Supplier<DataSource> dataSource, FencingSettings settings, Predicate<DataSource> createsTable) {
		this(dataSource, settings, createsTable, new ConcurrentHashMap<>());
	}

	private FencingGuard(Supplier<DataSource> dataSource, FencingSettings settings, Predicate<DataSource> createsTable,
			Map<DataSource, Fence> fences) {
		this.dataSource = dataSource;
		this.settings = settings;
		this.createsTable = createsTable;
		this.fences = fences;
	}

	/**
	 * Return the guard for another database of the application.
	 * @param other the database
	 * @return a guard with the same settings, closed with this guard
	 */
	public FencingGuard on(DataSource other) {
		return new FencingGuard(() -> other, this.settings, this.createsTable, this.fences);
	}

	/**
	 * Check the fencing token of a lock in the transaction of this thread, as its first
	 * statement. The rows of its keys are locked until the transaction ends. After an
	 * error the transaction cannot commit. The commit fails with a
	 * {@link FencingException} if the transaction has lost a row meanwhile.
	 * @param lock the lock, with one or several keys
	 * @throws io.distlock.LockLostException if the lock is already lost
	 * @throws StaleFencingTokenException if a newer holder has been checked
	 * @throws FencingException without a transaction, after a timeout for a row, or if
	 * the database failed
	 */
	public void check(HeldLock lock) {
		check(lock, true);
	}

	void check(HeldLock lock, boolean held) {
		try {
			if (held) {
				lock.assertHeld();
			}
			requireTransaction(lock);
			fence().check(lock);
		}
		catch (RuntimeException ex) {
			CommitVeto.register(ex);
			throw ex;
		}
	}

	/**
	 * Raise the stored token of a key in a separate transaction, for example after a
	 * forced release: transactions of earlier holders fail from now on. Has no effect on
	 * a higher stored token.
	 * @param key the key
	 * @param token the lowest accepted token, at least 0
	 * @throws FencingException after a timeout for the row, or if the database failed
	 */
	public void advance(String key, long token) {
		if (token < 0) {
			throw new IllegalArgumentException("'token' must not be negative, but is " + token);
		}
		fence().advance(key, token);
	}

	/**
	 * Verify that the table exists, after creating it if configured.
	 * @throws io.distlock.jdbc.LockTableMissingException if the table is missing
	 * @throws io.distlock.provider.LockStoreException if the database did not respond, or
	 * is not supported
	 */
	public void verify() {
		fence().verify();
	}

	/**
	 * Delete the tokens of keys without a check for longer than
	 * {@link FencingSettings#purgeAfter()}. Runs automatically about once an hour.
	 * @return the number of deleted rows
	 */
	public int purge() {
		return fence().purge();
	}

	/**
	 * Close the connections of this guard and of its guards for other databases.
	 */
	@Override
	public void close() {
		List.copyOf(this.fences.values()).forEach(Fence::close);
	}

	private Fence fence() {
		DataSource database = JdbcTransactions.key(this.dataSource.get());
		@Nullable Fence known = this.fences.get(database);
		return (known != null) ? known : this.fences.computeIfAbsent(database,
				(key) -> new Fence(key, this.settings, () -> this.createsTable.test(key)));
	}

	private static void requireTransaction(HeldLock lock) {
		if (!TransactionSynchronizationManager.isActualTransactionActive()) {
			throw new FencingException(lock.key(), null,
					"The fencing token of lock '%s' can only be checked in a transaction, which keeps the row of the key until the data is written. Annotate the method with @Transactional, or use a TransactionTemplate"
						.formatted(LockKey.shown(lock.key())),
					null);
		}
	}

}
