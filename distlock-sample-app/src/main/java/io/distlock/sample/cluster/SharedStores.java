package io.distlock.sample.cluster;

import java.io.IOException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What the nodes share: the database of the shop, and a store for the locks if they are
 * to be kept elsewhere.
 */
final class SharedStores implements AutoCloseable {

	private final SharedDatabase database;

	private final @Nullable SharedRedis redis;

	private SharedStores(SharedDatabase database, @Nullable SharedRedis redis) {
		this.database = database;
		this.redis = redis;
	}

	static SharedStores start(ClusterOptions options) throws IOException, SQLException {
		SharedDatabase database = SharedDatabase.start();
		try {
			return new SharedStores(database, options.wantsRedis() ? SharedRedis.start() : null);
		}
		catch (IOException | RuntimeException ex) {
			database.close();
			throw ex;
		}
	}

	Map<String, String> properties() {
		Map<String, String> properties = new HashMap<>(this.database.properties());
		if (this.redis != null) {
			properties.putAll(this.redis.properties());
		}
		return properties;
	}

	@Override
	public void close() throws IOException, SQLException {
		this.database.close();
		if (this.redis != null) {
			this.redis.close();
		}
	}

}
