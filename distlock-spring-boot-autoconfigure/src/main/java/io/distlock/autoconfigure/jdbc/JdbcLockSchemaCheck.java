// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import javax.sql.DataSource;

import io.distlock.LockMode;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.jdbc.FenceTable;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.LockTableMissingException;
import io.distlock.jdbc.internal.connection.ProbeDataSource;
import io.distlock.jdbc.internal.connection.ProbeDataSource.State;
import io.distlock.provider.LockStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDependsOnDatabaseInitializationDetector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Looks for the lock table, on one connection that is given back or closed at once. Where
 * nothing is to be initialized, nothing is opened for that: it is looked for only if the
 * application uses its pool by then, and otherwise missed by the first lock.
 *
 * @param dataSource the database
 * @param properties which tables there are to be
 * @param beanFactory the beans that may need other tables
 * @param environment which tables of fencing tokens there are to be
 */
record JdbcLockSchemaCheck(LockDataSource dataSource, DistlockJdbcProperties properties,
		ListableBeanFactory beanFactory, Environment environment) {

	private static final Logger logger = LoggerFactory.getLogger(JdbcLockSchemaCheck.class);

	private static final List<Class<? extends Annotation>> ANNOTATIONS = List.of(ClusterScheduled.class,
			DistributedLock.class);

	/**
	 * Look for the table.
	 * @return whether the database is known to be in the memory of this process
	 */
	boolean run() {
		DataSource database = this.dataSource.get();
		if (this.properties.initializeSchema() != DatabaseInitializationMode.NEVER
				|| ProbeDataSource.of(database).state() == State.OPEN) {
			JdbcLockSchema schema = new JdbcLockSchema(database, this.properties.tablePrefix());
			verify(schema);
			return isInMemory(schema);
		}
		return false;
	}

	private static boolean isInMemory(JdbcLockSchema schema) {
		boolean inMemory = schema.isInMemory();
		if (inMemory) {
			logger.warn("The database that holds the locks is in memory: locks exclude only threads of this process, "
					+ "not other nodes. Use it for tests and single-node development only");
		}
		return inMemory;
	}

	/**
	 * Fail with one message that names all tables which are missing, and which the
	 * application needs: that of locks, that of shared locks and permits if a method has
	 * one, and where one of them is missing those of cluster jobs and of fencing tokens
	 * as well, which are otherwise looked for by others.
	 */
	private void verify(JdbcLockSchema schema) {
		List<LockTableMissingException> missing = new ArrayList<>();
		try {
			schema.verify();
		}
		catch (LockTableMissingException ex) {
			missing.add(ex);
		}
		addIfMissing(missing, schema::verifyHolders, JdbcLockSchemaCheck::isShared);
		if (!missing.isEmpty()) {
			addIfMissing(missing, schema::verifyJobs, (annotations) -> annotations.isPresent(ClusterScheduled.class));
			if (!createsFenceTable(schema)) {
				addIfMissing(missing, this::verifyFences, JdbcLockSchemaCheck::isFenced);
			}
			throw missing.get(0).and(missing.subList(1, missing.size()));
		}
	}

	private static boolean isShared(MergedAnnotations annotations) {
		return annotations.stream(DistributedLock.class)
			.anyMatch((lock) -> lock.getEnum("mode", LockMode.class) != LockMode.EXCLUSIVE
					&& lock.getString("provider").isEmpty());
	}

	private static boolean isFenced(MergedAnnotations annotations) {
		return annotations.stream(DistributedLock.class).anyMatch((lock) -> lock.getBoolean("fenced"));
	}

	private boolean createsFenceTable(JdbcLockSchema schema) {
		DatabaseInitializationMode mode = this.environment.getProperty("distlock.fencing.initialize-schema",
				DatabaseInitializationMode.class, DatabaseInitializationMode.EMBEDDED);
		return mode == DatabaseInitializationMode.ALWAYS
				|| (mode == DatabaseInitializationMode.EMBEDDED && schema.isInMemory());
	}

	private void verifyFences() {
		DataSource dataSource = this.beanFactory.getBeanProvider(DataSource.class).getIfUnique();
		if (dataSource != null) {
			FenceTable.verify(dataSource, this.environment.getProperty("distlock.fencing.table-prefix", "DISTLOCK_"));
		}
	}

	/**
	 * Add what is missing if a bean needs it. Other problems of the database are reported
	 * once the tables exist.
	 */
	private void addIfMissing(List<LockTableMissingException> missing, Runnable verification,
			Predicate<MergedAnnotations> need) {
		try {
			verification.run();
		}
		catch (LockTableMissingException ex) {
			if (isAnnotated(need)) {
				missing.add(ex);
			}
		}
		catch (LockStoreException | IllegalArgumentException ex) {
			return;
		}
	}

	private boolean isAnnotated(Predicate<MergedAnnotations> test) {
		for (String name : this.beanFactory.getBeanDefinitionNames()) {
			if (isAnnotated(name, test)) {
				return true;
			}
		}
		return false;
	}

	// A class that cannot be read must not hide that the table is missing.
	private boolean isAnnotated(String beanName, Predicate<MergedAnnotations> test) {
		try {
			Class<?> type = this.beanFactory.getType(beanName, false);
			return type != null && AnnotationUtils.isCandidateClass(type, ANNOTATIONS)
					&& isAnnotated(ClassUtils.getUserClass(type), test);
		}
		catch (RuntimeException | LinkageError ex) {
			return false;
		}
	}

	private static boolean isAnnotated(Class<?> type, Predicate<MergedAnnotations> test) {
		if (test.test(MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY))) {
			return true;
		}
		for (Method method : ReflectionUtils.getUniqueDeclaredMethods(type)) {
			if (test.test(MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY))) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Delays the check of the lock table until everything that creates tables is done,
	 * unless migrations are locked: these need the table themselves.
	 */
	static class Detector extends AbstractBeansOfTypeDependsOnDatabaseInitializationDetector {

		private final Environment environment;

		Detector(Environment environment) {
			this.environment = environment;
		}

		@Override
		protected Set<Class<?>> getDependsOnDatabaseInitializationBeanTypes() {
			return JdbcLockSchemaInitializer.isFirst(this.environment) ? Set.of() : Set.of(JdbcLockSchemaCheck.class);
		}

	}

}
