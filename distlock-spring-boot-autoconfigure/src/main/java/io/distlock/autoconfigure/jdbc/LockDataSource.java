// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.util.List;

import javax.sql.DataSource;

import io.distlock.autoconfigure.DistlockDataSource;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.jdbc.internal.connection.ConnectionSource;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Finds the database of the locks: the {@code DataSource} with
 * {@link DistlockDataSource}, or the only or primary one.
 *
 * @param beanFactory knows the names of databases
 * @param marked the annotated databases
 * @param all all databases
 */
record LockDataSource(ListableBeanFactory beanFactory, ObjectProvider<DataSource> marked,
		ObjectProvider<DataSource> all) {

	boolean exists() {
		return !names().isEmpty();
	}

	DataSource get() {
		DataSource marked = annotated();
		return (marked != null) ? marked : unmarked();
	}

	/**
	 * Return the database, or {@code null} for none or an ambiguous choice. The first use
	 * of a lock fails in this case, because an application without locks need not decide.
	 */
	@Nullable DataSource find() {
		try {
			return get();
		}
		catch (LockConfigurationException ex) {
			return null;
		}
	}

	private DataSource unmarked() {
		DataSource dataSource = this.all.getIfUnique();
		if (dataSource == null) {
			throw exists() ? ambiguous() : missing();
		}
		if (ConnectionSource.isRouting(dataSource)) {
			throw routing(dataSource);
		}
		return dataSource;
	}

	private static LockConfigurationException routing(DataSource dataSource) {
		return new LockConfigurationException(
				"The DataSource (%s) routes to several databases, for example by thread, and distlock cannot decide which one holds the locks."
					.formatted(dataSource.getClass().getName()),
				"Annotate the bean of one database behind it, the same on every node, with @%s. Annotate the routing one only if it routes all threads, including those of distlock, to the same database."
					.formatted(DistlockDataSource.class.getName()));
	}

	private @Nullable DataSource annotated() {
		try {
			return this.marked.getIfAvailable();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw ambiguous();
		}
	}

	private List<String> names() {
		return List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, DataSource.class));
	}

	static LockConfigurationException missing() {
		JdbcStoreDescriptor descriptor = new JdbcStoreDescriptor();
		return new LockConfigurationException("distlock.provider is 'jdbc', but there is no DataSource bean.",
				"Add %s, and %s; or choose another distlock.provider.".formatted(descriptor.dependencies(),
						descriptor.configuration()));
	}

	private LockConfigurationException ambiguous() {
		return new LockConfigurationException(
				"distlock found several DataSource beans, and cannot decide which one holds the locks: %s."
					.formatted(String.join(", ", names())),
				"Annotate the bean of the one to use, and only that, with @%s, or mark one as @Primary."
					.formatted(DistlockDataSource.class.getName()));
	}

}
