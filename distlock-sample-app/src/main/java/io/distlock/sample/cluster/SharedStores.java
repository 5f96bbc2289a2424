/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
