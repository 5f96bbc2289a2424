// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.sql.DatabaseMetaData;
import java.util.Map;

import javax.sql.DataSource;

import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;
import org.springframework.stereotype.Component;

/**
 * What holds the locks, by the name that people know it by.
 */
@Component
class LockStore {

	private static final Map<String, String> TITLES = Map.of("redis", "Redis", "zookeeper", "ZooKeeper", "consul",
			"Consul", "local", "the memory of each node");

	private final @Nullable String title;

	LockStore(ObjectProvider<LockProvider> providers, DataSource dataSource) throws MetaDataAccessException {
		LockProvider provider = providers.getIfAvailable();
		this.title = (provider != null) ? title(provider.name(), dataSource) : null;
	}

	private static String title(String provider, DataSource dataSource) throws MetaDataAccessException {
		return provider.equals("jdbc")
				? JdbcUtils.extractDatabaseMetaData(dataSource, DatabaseMetaData::getDatabaseProductName)
				: TITLES.getOrDefault(provider, provider);
	}

	/**
	 * Return its title.
	 * @return the title, {@code null} if locks are switched off
	 */
	@Nullable String title() {
		return this.title;
	}

}
