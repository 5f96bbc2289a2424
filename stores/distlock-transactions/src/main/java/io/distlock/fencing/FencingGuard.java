// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

import javax.sql.DataSource;

import io.distlock.HeldLock;
import io.distlock.jdbc.internal.connection.JdbcTransactions;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Refuses transactions of holders whose lock another owner has had since.
 * <p>
 * A row for each key keeps the highest fencing token that was ever checked. The check
 * raises it as a statement of the caller's transaction, which holds that row until it
 * ends: transactions that check the same key run one after the other, and one with a
 * lower token fails. It must be the first statement, so that everything which is read
 * afterwards is what the predecessor has left.
 * <p>
 * Right before the commit another statement checks that the transaction still has the
 * row, since a database may have undone or committed it, and begun another one, in a way
 * that the application has overlooked.
 * <p>
 * Tokens are compared with each other, and not with a clock: those of ZooKeeper come from
 * transaction ids, so there is no bound that the tokens of every provider keep.
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
	 * @param dataSource the database with the guarded data, asked for at the first check
	 * @param settings the settings
	 * @param createsTable whether to create the table in a database before the first
	 * check in it
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
	 * Return the guard for another database, where an application has several.
	 * @param other the database
	 * @return a guard with the same settings, which this one closes
	 */
	public FencingGuard on(DataSource other) {
		return new FencingGuard(() -> other, this.settings, this.createsTable, this.fences);
	}

	/**
	 * Check the fencing token of a lock in the transaction of this thread, as its first
	 * statement. The rows of its keys are locked until the transaction ends. After an
	 * error the transaction cannot commit any more. The commit fails with a
	 * {@link FencingException} if the transaction has lost a row meanwhile.
	 * @param lock the lock, one key or several
	 * @throws io.distlock.LockLostException if the lock is lost already
	 * @throws StaleFencingTokenException if a newer holder was here
	 * @throws FencingException if there is no transaction, another one had a row for too
	 * long, or the database failed
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
	 * Raise the stored token of a key in a transaction of its own, for example after the
	 * lock was released by force: transactions of earlier holders fail from now on. Never
	 * lowers it.
	 * @param key the key
	 * @param token the lowest token that is still to pass, at least 0
	 * @throws FencingException if another transaction had the row for too long, or the
	 * database failed
	 */
	public void advance(String key, long token) {
		if (token < 0) {
			throw new IllegalArgumentException("'token' must not be negative, but is " + token);
		}
		fence().advance(key, token);
	}

	/**
	 * Check that the table is there, after creating it where that is wanted.
	 * @throws io.distlock.jdbc.LockTableMissingException if it is not
	 * @throws io.distlock.provider.LockStoreException if the database did not answer, or
	 * is not supported
	 */
	public void verify() {
		fence().verify();
	}

	/**
	 * Delete the tokens of keys that have not been checked for longer than
	 * {@link FencingSettings#purgeAfter()}, which otherwise happens about once an hour.
	 * @return how many were deleted
	 */
	public int purge() {
		return fence().purge();
	}

	/**
	 * Close the connections of this guard and of those for other databases.
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
