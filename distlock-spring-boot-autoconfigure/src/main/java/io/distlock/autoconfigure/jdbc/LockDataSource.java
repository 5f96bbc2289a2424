package io.distlock.autoconfigure.jdbc;

import java.util.List;

import javax.sql.DataSource;

import io.distlock.autoconfigure.DistlockDataSource;
import io.distlock.autoconfigure.LockConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Finds the database that holds the locks: the one marked with
 * {@link DistlockDataSource}, or else the only or primary one.
 */
final class LockDataSource {

	private final ListableBeanFactory beanFactory;

	private final ObjectProvider<DataSource> marked;

	private final ObjectProvider<DataSource> all;

	LockDataSource(ListableBeanFactory beanFactory, ObjectProvider<DataSource> marked, ObjectProvider<DataSource> all) {
		this.beanFactory = beanFactory;
		this.marked = marked;
		this.all = all;
	}

	boolean exists() {
		return !names().isEmpty();
	}

	DataSource get() {
		DataSource dataSource = find();
		if (dataSource == null) {
			throw exists() ? ambiguous() : missing();
		}
		return dataSource;
	}

	/**
	 * Return the database, or {@code null} if there is none, or several and nothing tells
	 * which one it is.
	 */
	@Nullable DataSource find() {
		try {
			DataSource chosen = this.marked.getIfAvailable();
			return (chosen != null) ? chosen : this.all.getIfUnique();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			return null;
		}
	}

	private List<String> names() {
		return List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, DataSource.class));
	}

	static LockConfigurationException missing() {
		return new LockConfigurationException("distlock.provider is 'jdbc', but there is no DataSource bean.",
				"Add spring-boot-starter-jdbc and the driver of your database, and set spring.datasource.url; "
						+ "or choose another distlock.provider.");
	}

	private LockConfigurationException ambiguous() {
		return new LockConfigurationException(
				"distlock found several DataSource beans, and cannot tell which one holds the locks: %s."
					.formatted(String.join(", ", names())),
				"Annotate the bean of the one to use, and only that, with @%s, or mark one as @Primary."
					.formatted(DistlockDataSource.class.getName()));
	}

}
