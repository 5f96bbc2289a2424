// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

import java.lang.StackWalker.StackFrame;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;

import javax.sql.DataSource;

import io.distlock.LockOperations;
import io.distlock.LockRequest;
import io.distlock.LockedMethod;
import io.distlock.annotation.StaleReadException;
import io.distlock.provider.LockKey;
import io.distlock.transactional.TransactionLocks;
import jakarta.persistence.EntityManager;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;
import org.springframework.util.ConcurrentReferenceHashMap;

/**
 * Detects locks that are acquired too late: the snapshot of an active transaction, or
 * entities of an open persistence context, may be older than the lock, so that the work
 * is based on stale data.
 *
 * @since 0.1.0
 */
public final class StaleReads {

	private static final Logger logger = LoggerFactory.getLogger(StaleReads.class);

	private static final List<String> LIBRARIES = List.of("java.", "jdk.", "org.springframework.", "kotlin.");

	private static final boolean JDBC = isPresent("org.springframework.jdbc.datasource.ConnectionHolder");

	private static final boolean JPA = isPresent("org.springframework.orm.jpa.EntityManagerHolder")
			&& isPresent("jakarta.persistence.EntityManager");

	private static final boolean HIBERNATE = isPresent("org.hibernate.Session");

	private static final String MESSAGE = "Lock '%s' of %s was acquired too late: %s. %s Or set distlock.transaction.inside=%s";

	private static final String STALE = "%s, so the method may act on stale data";

	// SQL state of PostgreSQL for a statement in a failed transaction.
	private static final String FAILED_TRANSACTION = "25P02";

	private final InsideTransaction policy;

	private final @Nullable DefaultIsolation defaults = JDBC ? new DefaultIsolation() : null;

	private final Set<String> warned = ConcurrentHashMap.newKeySet();

	/**
	 * Create an instance.
	 * @param policy the policy for such locks
	 */
	public StaleReads(InsideTransaction policy) {
		this.policy = policy;
	}

	private static boolean isPresent(String name) {
		return ClassUtils.isPresent(name, StaleReads.class.getClassLoader());
	}

	/**
	 * Check the transaction and persistence context of this thread before a lock is
	 * acquired.
	 * @param suspended whether both are suspended before the work begins
	 */
	void check(LockRequest request, boolean suspended) {
		if (this.policy == InsideTransaction.ALLOW || suspended) {
			return;
		}
		Finding finding = find();
		if (finding != null) {
			report(request, finding);
		}
	}

	private @Nullable Finding find() {
		String loaded = JPA ? Jpa.findLoaded() : null;
		boolean inTransaction = TransactionSynchronizationManager.isActualTransactionActive();
		if (loaded != null && !inTransaction) {
			return new Finding(STALE.formatted(loaded),
					"Set spring.jpa.open-in-view=false, load nothing before the lock, or clear() the EntityManager first.");
		}
		try {
			String snapshot = inTransaction ? findSnapshot() : null;
			String older = (snapshot != null) ? snapshot : loaded;
			return (older != null) ? inside(STALE.formatted(older)) : null;
		}
		catch (SQLException ex) {
			return isOfFailedTransaction(ex) ? new Finding(
					"the transaction has already failed and can only be rolled back",
					"Do not catch the exception that made it fail, or acquire the lock in a transaction of its own, by @Transactional(propagation = Propagation.REQUIRES_NEW).")
					: inside(STALE.formatted("the isolation of the active transaction could not be read (%s)"
						.formatted(ex.getMessage())));
		}
	}

	private static Finding inside(String older) {
		return new Finding(older,
				"Acquire the lock before the transaction begins: on the method that begins it, or in its caller. A locked method may also have a transaction of its own, by @Transactional(propagation = Propagation.REQUIRES_NEW).");
	}

	private static boolean isOfFailedTransaction(SQLException ex) {
		return FAILED_TRANSACTION.equals(ex.getSQLState());
	}

	/**
	 * Describe the snapshot of the current transaction.
	 * @return the description, or {@code null} if each statement reads the data committed
	 * before the statement
	 * @throws SQLException if the isolation level cannot be determined
	 */
	private @Nullable String findSnapshot() throws SQLException {
		Integer declared = TransactionSynchronizationManager.getCurrentTransactionIsolationLevel();
		int level = (declared != null) ? declared
				: (this.defaults != null) ? this.defaults.current() : Connection.TRANSACTION_NONE;
		return (level >= Connection.TRANSACTION_REPEATABLE_READ)
				? "a transaction of isolation %s was already active".formatted(name(level)) : null;
	}

	private static String name(int level) {
		return switch (level) {
			case Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE READ";
			case Connection.TRANSACTION_SERIALIZABLE -> "SERIALIZABLE";
			default -> "SNAPSHOT";
		};
	}

	private void report(LockRequest request, Finding finding) {
		String key = request.keys().get(0);
		LockedMethod method = request.method();
		String site = (method != null) ? method.toString() : caller();
		if (this.policy == InsideTransaction.FAIL) {
			throw new StaleReadException(key, request.name(), message(key, site, finding, "allow, if that is safe"));
		}
		if (this.warned.add(site)) {
			logger.warn(message(key, site, finding,
					"fail to refuse such locks, or =allow if that is safe. This is logged once for each place"));
		}
	}

	private static String message(String key, String site, Finding finding, String setting) {
		return MESSAGE.formatted(LockKey.shown(key), site, finding.older(), finding.remedy(), setting);
	}

	/**
	 * Find the application code that called a template. This operation is slow.
	 */
	private static String caller() {
		return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
			.walk((frames) -> frames.dropWhile((frame) -> !isEntry(frame))
				.dropWhile((frame) -> isEntry(frame) || isLibrary(frame))
				.findFirst())
			.map(StaleReads::describe)
			.orElse("an unknown caller");
	}

	private static boolean isEntry(StackFrame frame) {
		Class<?> type = frame.getDeclaringClass();
		return LockOperations.class.isAssignableFrom(type) || Lock.class.isAssignableFrom(type)
				|| TransactionLocks.class.isAssignableFrom(type);
	}

	private static boolean isLibrary(StackFrame frame) {
		return LIBRARIES.stream().anyMatch(frame.getClassName()::startsWith);
	}

	private static String describe(StackFrame frame) {
		return "%s (line %d)".formatted(frame.getClassName() + "." + frame.getMethodName() + "()",
				frame.getLineNumber());
	}

	/**
	 * Source of data that is older than the lock, and the suggested action.
	 */
	private record Finding(String older, String remedy) {

	}

	/**
	 * Default isolation levels of databases. Each database is queried once, since the
	 * query may need a round trip.
	 */
	static final class DefaultIsolation {

		private final Map<DataSource, Integer> known = new ConcurrentReferenceHashMap<>();

		/**
		 * Return the highest level of the databases in the current transaction.
		 */
		int current() throws SQLException {
			int highest = Connection.TRANSACTION_NONE;
			for (Map.Entry<Object, Object> bound : TransactionSynchronizationManager.getResourceMap().entrySet()) {
				if (bound.getKey() instanceof DataSource dataSource && bound.getValue() instanceof ConnectionHolder) {
					highest = Math.max(highest, of(dataSource));
				}
			}
			return highest;
		}

		private int of(DataSource dataSource) throws SQLException {
			Integer level = this.known.get(dataSource);
			return (level != null) ? level : ask(dataSource);
		}

		/**
		 * Query the level of a database. A connection in auto-commit mode, which is bound
		 * when an application reads from a second database, has no snapshot.
		 */
		private int ask(DataSource dataSource) throws SQLException {
			Connection connection = DataSourceUtils.getConnection(dataSource);
			try {
				if (connection.getAutoCommit()) {
					return Connection.TRANSACTION_NONE;
				}
				int level = connection.getTransactionIsolation();
				this.known.put(dataSource, level);
				return level;
			}
			finally {
				DataSourceUtils.releaseConnection(connection, dataSource);
			}
		}

	}

	/**
	 * Code with a dependency on JPA: inspects the persistence contexts of this thread.
	 */
	private static final class Jpa {

		private Jpa() {
		}

		/**
		 * Describe the loaded entities, which queries return unchanged, or return {@code
		 * null} without loaded entities.
		 */
		static @Nullable String findLoaded() {
			return TransactionSynchronizationManager.getResourceMap()
				.values()
				.stream()
				.filter(EntityManagerHolder.class::isInstance)
				.map((holder) -> describe(((EntityManagerHolder) holder).getEntityManager()))
				.filter((description) -> !description.isEmpty())
				.findFirst()
				.orElse(null);
		}

		private static String describe(EntityManager entityManager) {
			if (!HIBERNATE || !Hibernate.isUsedBy(entityManager)) {
				return "a persistence context was already open, which may hold entities";
			}
			int entities = Hibernate.count(entityManager);
			return (entities > 0) ? "a persistence context was already open, with %d loaded %s".formatted(entities,
					(entities == 1) ? "entity" : "entities") : "";
		}

	}

	/**
	 * Code with a dependency on Hibernate.
	 */
	private static final class Hibernate {

		private Hibernate() {
		}

		static boolean isUsedBy(EntityManager entityManager) {
			return entityManager instanceof Session || entityManager.getDelegate() instanceof Session;
		}

		static int count(EntityManager entityManager) {
			return entityManager.isOpen() ? entityManager.unwrap(Session.class).getStatistics().getEntityCount() : 0;
		}

	}

}
