// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;

import io.distlock.HeldLock;
import io.distlock.LockEngine;
import io.distlock.LockLostException;
import io.distlock.LockProviderException;
import io.distlock.LockRequest;
import liquibase.GlobalConfiguration;
import liquibase.database.Database;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.LockException;
import liquibase.lockservice.DatabaseChangeLogLock;
import liquibase.lockservice.LockService;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Excludes other nodes from a migration by a lock with a lease, instead of a row that
 * remains after a crash.
 * <p>
 * Liquibase creates an instance by its default constructor for each use, and may discard
 * an instance that holds the lock, so the state is associated with the migrated database.
 * When the lock is lost, the connection is aborted: another node may have begun by then,
 * so uncommitted changes of this node must not follow.
 *
 * @since 0.1.0
 */
public final class DistlockLockService implements LockService {

	private static final Log logger = LogFactory.getLog(DistlockLockService.class);

	private static final Map<Database, Migration> MIGRATIONS = Collections.synchronizedMap(new IdentityHashMap<>());

	private @Nullable Database database;

	private @Nullable Long waitMinutes;

	/**
	 * Create a service for the migrations enabled by {@code distlock.liquibase.enabled}.
	 * Called by Liquibase.
	 */
	public DistlockLockService() {
	}

	/**
	 * Exclude other nodes from the migration of a database by a lock.
	 * @param database the database to migrate
	 * @param locks the engine of the lock
	 */
	public static void protect(Database database, LockEngine locks) {
		MIGRATIONS.put(database, new Migration(locks));
	}

	/**
	 * Forget a database after its migration.
	 * @param database the migrated database
	 */
	public static void forget(Database database) {
		MIGRATIONS.remove(database);
	}

	@Override
	public int getPriority() {
		return PRIORITY_DATABASE + 10;
	}

	@Override
	public boolean supports(Database database) {
		return MIGRATIONS.containsKey(database);
	}

	@Override
	public void setDatabase(Database database) {
		this.database = database;
	}

	@Override
	public void setChangeLogLockWaitTime(long minutes) {
		this.waitMinutes = minutes;
	}

	@Override
	public void setChangeLogLockRecheckTime(long seconds) {
	}

	@Override
	public boolean hasChangeLogLock() {
		return migration().held != null;
	}

	@Override
	public void waitForLock() throws LockException {
		Duration waitTime = Duration.ofMinutes((this.waitMinutes != null) ? this.waitMinutes
				: GlobalConfiguration.CHANGELOGLOCK_WAIT_TIME.getCurrentValue());
		if (!acquire(waitTime)) {
			throw new LockException(("Another node has been migrating this database for more than %d minutes "
					+ "(lock '%s'). Its lock expires if it dies; to wait longer, set "
					+ "liquibase.changelogLockWaitTimeInMinutes.")
				.formatted(waitTime.toMinutes(), key()));
		}
	}

	@Override
	public boolean acquireLock() throws LockException {
		return acquire(Duration.ZERO);
	}

	private boolean acquire(Duration waitTime) throws LockException {
		Migration migration = migration();
		if (migration.held != null) {
			return true;
		}
		try {
			Optional<HeldLock> held = migration.locks.acquire(LockRequest.of(key()).waitTime(waitTime));
			held.ifPresent((lock) -> {
				migration.held = lock;
				lock.onLost(this::abort);
			});
			return held.isPresent();
		}
		catch (LockProviderException ex) {
			throw new LockException(ex);
		}
	}

	private void abort(LockLostException loss) {
		logger.error("Lost the lock of a running migration; aborting its connection", loss);
		try {
			if (database().getConnection() instanceof JdbcConnection connection) {
				connection.getUnderlyingConnection().abort(Runnable::run);
				connection.getUnderlyingConnection().close();
			}
		}
		catch (SQLException ex) {
			logger.error("The connection of a migration without its lock could not be aborted", ex);
		}
	}

	@Override
	public void releaseLock() throws LockException {
		Migration migration = migration();
		HeldLock held = migration.held;
		migration.held = null;
		if (held != null && !held.release()) {
			throw new LockException(
					"The lock '%s' was lost while this node migrated its database. Another node may ".formatted(key())
							+ "have migrated it at the same time: compare the schema with the change log.");
		}
	}

	@Override
	public DatabaseChangeLogLock[] listLocks() {
		return new DatabaseChangeLogLock[0];
	}

	@Override
	public void forceReleaseLock() throws LockException {
		releaseLock();
	}

	@Override
	public void reset() {
	}

	@Override
	public void init() {
	}

	@Override
	public void destroy() {
	}

	private String key() {
		Database known = database();
		return "liquibase:%s.%s".formatted(known.getLiquibaseSchemaName(), known.getDatabaseChangeLogTableName());
	}

	private Database database() {
		Database known = this.database;
		if (known == null) {
			throw new IllegalStateException("Liquibase has not said which database it migrates");
		}
		return known;
	}

	private Migration migration() {
		Migration known = MIGRATIONS.get(database());
		if (known == null) {
			throw new IllegalStateException("The migration of this database is over");
		}
		return known;
	}

	private static final class Migration {

		private final LockEngine locks;

		private volatile @Nullable HeldLock held;

		Migration(LockEngine locks) {
			this.locks = locks;
		}

	}

}
