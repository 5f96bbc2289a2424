// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.IOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/**
 * What the nodes share: the database of the shop, and a store for the locks if they are
 * to be kept elsewhere.
 */
final class SharedStores implements AutoCloseable {

	private final SharedDatabase database;

	private final @Nullable SharedLockStore locks;

	private SharedStores(SharedDatabase database, @Nullable SharedLockStore locks) {
		this.database = database;
		this.locks = locks;
	}

	static SharedStores start(ClusterOptions options) throws IOException, SQLException {
		SharedDatabase database = SharedDatabase.start();
		try {
			return new SharedStores(database, startLockStore(options));
		}
		catch (IOException | RuntimeException ex) {
			database.close();
			throw ex;
		}
	}

	private static @Nullable SharedLockStore startLockStore(ClusterOptions options) throws IOException {
		if (options.wantsRedis()) {
			return SharedRedis.start();
		}
		if (options.wantsEtcd()) {
			return SharedEtcd.start();
		}
		return options.wantsZooKeeper() ? SharedZooKeeper.start() : null;
	}

	Map<String, String> properties() {
		Map<String, String> properties = new HashMap<>(this.database.properties());
		if (this.locks != null) {
			properties.putAll(this.locks.properties());
		}
		return properties;
	}

	DataSource dataSource() {
		return this.database.dataSource();
	}

	@Override
	public void close() throws IOException, SQLException {
		this.database.close();
		if (this.locks != null) {
			this.locks.close();
		}
	}

}
