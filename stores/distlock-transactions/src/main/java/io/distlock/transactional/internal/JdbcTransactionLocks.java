// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import javax.sql.DataSource;

import io.distlock.HeldLock;
import io.distlock.IllegalLockKeyException;
import io.distlock.LockLostException;
import io.distlock.LockMode;
import io.distlock.LockNotAcquiredException;
import io.distlock.LockObserver;
import io.distlock.LockObserver.Acquisition;
import io.distlock.LockObserver.Reason;
import io.distlock.LockRequest;
import io.distlock.LockScope;
import io.distlock.OnLost;
import io.distlock.fencing.FencingSettings;
import io.distlock.fencing.internal.FenceTable;
import io.distlock.fencing.internal.JdbcTransactions;
import io.distlock.internal.observer.SafeObserver;
import io.distlock.jdbc.internal.dialect.DatabaseNotSupportedException;
import io.distlock.jdbc.internal.dialect.Dialect;
import io.distlock.jdbc.internal.dialect.Dialects;
import io.distlock.jdbc.internal.dialect.SqlErrors;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.transactional.TransactionLockException;
import io.distlock.transactional.TransactionLocks;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Acquires locks in transactions that Spring manages on the connection of a
 * {@link DataSource}: advisory locks of PostgreSQL, and locks on rows of the table of
 * fencing tokens on MySQL, MariaDB and H2. Uses the database of the thread's transaction.
 *
 * @since 0.1.0
 */
public final class JdbcTransactionLocks implements TransactionLocks, AutoCloseable {

	// The name of the provider, as telemetry has it.
	private static final String PROVIDER = "transaction";

	private final FencingSettings settings;

	private final Duration waitTime;

	private final Supplier<LockScope> scope;

	private final LockObserver observer;

	private final Predicate<DataSource> createsTable;

	private final Map<DataSource, KeyLocks> databases;

	private final Supplier<List<DataSource>> transactions;

	// Opens no connection. The table is created, where that is wanted, before the first
	// lock in a database that needs it. The scope checks the caller before a lock is
	// taken; what it extends does not matter here.
	public JdbcTransactionLocks(FencingSettings settings, Duration waitTime, Predicate<DataSource> createsTable,
			Supplier<LockScope> scope, Supplier<LockObserver> observer) {
		this(settings, waitTime, scope, new SafeObserver(observer), createsTable, new ConcurrentHashMap<>(),
				JdbcTransactions::begun);
	}

	private JdbcTransactionLocks(FencingSettings settings, Duration waitTime, Supplier<LockScope> scope,
			LockObserver observer, Predicate<DataSource> createsTable, Map<DataSource, KeyLocks> databases,
			Supplier<List<DataSource>> transactions) {
		this.settings = settings;
		this.waitTime = waitTime;
		this.scope = scope;
		this.observer = observer;
		this.createsTable = createsTable;
		this.databases = databases;
		this.transactions = transactions;
	}

	@Override
	public TransactionLocks of(Object transactionManager) {
		return new JdbcTransactionLocks(this.settings, this.waitTime, this.scope, this.observer, this.createsTable,
				this.databases, () -> JdbcTransactions.begunBy(transactionManager));
	}

	@Override
	public void lock(LockRequest request) {
		checkNoLease(request);
		DataSource database = database(request);
		LockedKeys locked = LockedKeys.current(database);
		locked.checkSound();
		SortedSet<LockKey> missing = missing(request, locked);
		if (!missing.isEmpty()) {
			this.scope.get().before(request);
			observe(request, locked, () -> lock(request, database, locked, missing));
		}
	}

	// Takes locks, and reports the result, and the end of the hold with that of the keys.
	private void observe(LockRequest request, LockedKeys keys, Runnable work) {
		Acquisition observed = this.observer.acquiring(request, PROVIDER);
		if (observed == null) {
			work.run();
			return;
		}
		try {
			work.run();
		}
		catch (LockNotAcquiredException ex) {
			observed.notAcquired(Reason.BUSY, ex);
			throw ex;
		}
		catch (RuntimeException | Error ex) {
			observed.notAcquired(Reason.ERROR, ex);
			throw ex;
		}
		keys.atEnd(observed.acquired(new ObservedKeys(String.join(", ", request.keys())))::released);
	}

	private static void checkNoLease(LockRequest request) {
		if (request.mode() != LockMode.EXCLUSIVE) {
			throw new IllegalArgumentException(
					"A lock of a transaction has one owner, but the request asks for the mode %s: %s. Use a lock with a lease, by LockTemplate"
						.formatted(request.mode(), request));
		}
		if (request.leaseTime() != null || request.maxHoldTime() != null || !request.autoRenew() || request.isFenced()
				|| request.onLost() != OnLost.FAIL) {
			throw new IllegalArgumentException(
					"A lock of a transaction has no lease, but the request sets attributes of one: %s. Omit leaseTime, autoRenew, maxHoldTime, onLost and fenced"
						.formatted(request));
		}
	}

	private DataSource database(LockRequest request) {
		if (!TransactionSynchronizationManager.isActualTransactionActive()) {
			throw TransactionLockErrors.refused(request,
					"there is no transaction to bind it to. Annotate the method with @Transactional, or lock inside a TransactionTemplate");
		}
		if (!TransactionSynchronizationManager.isSynchronizationActive()) {
			throw TransactionLockErrors.refused(request,
					"the transaction manager has no synchronization, so the end of the transaction would go unnoticed. Set its transactionSynchronization to SYNCHRONIZATION_ALWAYS");
		}
		List<DataSource> begun = this.transactions.get();
		if (begun.isEmpty()) {
			throw TransactionLockErrors.refused(request,
					"the transaction of this thread does not expose a JDBC connection. Use a JdbcTransactionManager, or give the JpaTransactionManager a JpaVendorAdapter whose dialect exposes the connection, as that of Hibernate does. In container transactions (JTA) use a lock with a lease");
		}
		if (begun.size() > 1) {
			throw TransactionLockErrors.refused(request,
					"this thread is in transactions of %d databases at once. Say which one is meant: TransactionLocks.of(transactionManager), with the manager of one DataSource"
						.formatted(begun.size()));
		}
		return begun.get(0);
	}

	// Returns the keys that are to be locked yet, in the order of all callers.
	private SortedSet<LockKey> missing(LockRequest request, LockedKeys locked) {
		SortedSet<LockKey> missing = new TreeSet<>();
		for (String name : request.keys()) {
			LockKey key = key(name, request);
			if (locked.isLockedBySuspended(key)) {
				throw TransactionLockErrors.refused(request, key,
						"an outer transaction of this thread, which is suspended, holds it until it ends, so the two would deadlock. Let the inner method join the transaction (without REQUIRES_NEW), or lock in one of the two only",
						null);
			}
			if (!locked.contain(key)) {
				missing.add(key);
			}
		}
		return missing;
	}

	private LockKey key(String name, LockRequest request) {
		try {
			return new LockKey(this.settings.keyPrefix(), name);
		}
		catch (IllegalArgumentException ex) {
			String shown = LockKey.shown(name);
			throw new IllegalLockKeyException(shown, request.name(),
					"Invalid request for lock '%s': %s".formatted(shown, ex.getMessage()), ex);
		}
	}

	private void lock(LockRequest request, DataSource database, LockedKeys locked, SortedSet<LockKey> keys) {
		Duration wait = waitTime(request, database);
		long begin = System.nanoTime();
		Connection connection = DataSourceUtils.getConnection(database);
		try {
			for (LockKey key : keys) {
				Duration left = wait.minusNanos(System.nanoTime() - begin);
				lock(connection, database, locked, request, key, wait, left.isNegative() ? Duration.ZERO : left);
			}
		}
		finally {
			DataSourceUtils.releaseConnection(connection, database);
		}
	}

	private void lock(Connection connection, DataSource database, LockedKeys locked, LockRequest request, LockKey key,
			Duration wait, Duration left) {
		try {
			if (!locks(database, connection).lock(connection, request, key, left)) {
				throw TransactionLockErrors.busy(request, key, wait);
			}
			locked.add(key);
		}
		catch (SQLException ex) {
			throw failed(locked, TransactionLockErrors.failed(request, key, ex));
		}
		catch (LockStoreException ex) {
			throw failed(locked, TransactionLockErrors.refused(request, key, String.valueOf(ex.getMessage()), ex));
		}
		catch (TransactionLockException ex) {
			throw failed(locked, ex);
		}
	}

	private static TransactionLockException failed(LockedKeys locked, TransactionLockException failure) {
		locked.fail(failure);
		return failure;
	}

	// Returns how long to wait: no longer than the transaction may take.
	private Duration waitTime(LockRequest request, DataSource database) {
		Duration wait = Objects.requireNonNullElse(request.waitTime(), this.waitTime);
		if (TransactionSynchronizationManager.getResource(database) instanceof ConnectionHolder holder
				&& holder.hasTimeout()) {
			Duration left = Duration.ofMillis(holder.getTimeToLiveInMillis());
			return (left.compareTo(wait) < 0) ? left : wait;
		}
		return wait;
	}

	// Checks that a database can lock for transactions, and that the table is there if it
	// needs one. Throws LockTableMissingException if it is not, and LockStoreException if
	// the database did not answer, or is not supported.
	public void verify(DataSource dataSource) {
		locks(dataSource).verify();
	}

	/**
	 * Close the connections that create rows.
	 */
	@Override
	public void close() {
		List.copyOf(this.databases.values()).forEach(KeyLocks::close);
	}

	private KeyLocks locks(DataSource dataSource) {
		try (Connection connection = dataSource.getConnection()) {
			return locks(JdbcTransactions.key(dataSource), connection);
		}
		catch (SQLException ex) {
			throw new LockStoreException("Could not determine the database for locks of transactions. (%s)"
				.formatted(SqlErrors.describe(ex)), SqlErrors.ofConnecting(ex), ex);
		}
	}

	// The data source is what the transaction manager knows.
	private KeyLocks locks(DataSource dataSource, Connection connection) throws SQLException {
		@Nullable KeyLocks locks = this.databases.get(dataSource);
		if (locks != null) {
			return locks;
		}
		Dialect dialect = Dialects.of(connection);
		return this.databases.computeIfAbsent(dataSource, (database) -> create(database, dialect));
	}

	private KeyLocks create(DataSource dataSource, Dialect dialect) {
		return switch (dialect.transactionLocking()) {
			case ADVISORY -> new AdvisoryLocks();
			case ROWS -> new RowLocks(new FenceTable(dataSource, this.settings.tablePrefix(),
					this.settings.purgeAfter(), () -> this.createsTable.test(dataSource)), dialect);
			case NONE -> throw new DatabaseNotSupportedException(
					"distlock does not support locks of transactions in %s.".formatted(dialect.product()),
					"Use PostgreSQL, MySQL, MariaDB or H2, or a lock with a lease, taken outside of the transaction.");
		};
	}

	/**
	 * Lock of a transaction, for observers.
	 *
	 * @param key the keys
	 */
	private record ObservedKeys(String key) implements HeldLock {

		/**
		 * Not supported: a transaction writes nothing after its end, so no token is
		 * needed.
		 */
		@Override
		public long fencingToken() {
			return 0;
		}

		@Override
		public Map<String, Long> fencingTokens() {
			return Map.of();
		}

		@Override
		public boolean isHeld() {
			return true;
		}

		@Override
		public void assertHeld() {
		}

		@Override
		public Duration remainingLease() {
			return Duration.ZERO;
		}

		@Override
		public void onLost(Consumer<LockLostException> callback) {
		}

		@Override
		public boolean release() {
			return false;
		}

		@Override
		public void close() {
		}

	}

}
