// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import javax.sql.DataSource;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.DistributedLock;
import io.distlock.jdbc.FenceTable;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.LockTableMissingException;
import io.distlock.provider.LockStoreException;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Looks for what else is missing when the lock table is, so that one message names all
 * that the application needs: the tables of cluster jobs if a bean has one, and that of
 * fencing tokens if a method is fenced.
 */
final class UsedTables {

	private static final List<Class<? extends Annotation>> ANNOTATIONS = List.of(ClusterScheduled.class,
			DistributedLock.class);

	private final ListableBeanFactory beanFactory;

	private final ObjectProvider<DataSource> dataSources;

	private final Environment environment;

	UsedTables(ListableBeanFactory beanFactory, ObjectProvider<DataSource> dataSources, Environment environment) {
		this.beanFactory = beanFactory;
		this.dataSources = dataSources;
		this.environment = environment;
	}

	/**
	 * Add what else is missing.
	 * @param lockTable the lock table
	 * @param schema the tables of the provider
	 * @return an exception that names all of them
	 */
	LockTableMissingException withOthers(LockTableMissingException lockTable, JdbcLockSchema schema) {
		List<LockTableMissingException> others = new ArrayList<>();
		if (isAnnotated((annotations) -> annotations.isPresent(ClusterScheduled.class))) {
			addIfMissing(others, schema::verifyJobs);
		}
		if (isAnnotated(UsedTables::isFenced) && !createsFenceTable(schema)) {
			addIfMissing(others, this::verifyFences);
		}
		return others.isEmpty() ? lockTable : lockTable.and(others);
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
		DataSource dataSource = this.dataSources.getIfUnique();
		if (dataSource != null) {
			FenceTable.verify(dataSource, this.environment.getProperty("distlock.fencing.table-prefix", "DISTLOCK_"));
		}
	}

	/**
	 * Other problems of the database are reported once the tables exist.
	 */
	private static void addIfMissing(List<LockTableMissingException> missing, Runnable verification) {
		try {
			verification.run();
		}
		catch (LockTableMissingException ex) {
			missing.add(ex);
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

}
