// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.memcached;

import java.util.UUID;

import io.distlock.benchmark.measure.Contestant;
import net.spy.memcached.MemcachedClient;

/**
 * A value that is added, and deleted.
 */
final class MemcachedFloor implements Contestant {

	private static final String DATA = "x".repeat(40);

	private static final int LEASE_SECONDS = 30;

	private final MemcachedClient client;

	MemcachedFloor(String server) {
		this.client = MemcachedSuite.client(server);
	}

	String version() {
		return this.client.getVersions().values().iterator().next();
	}

	@Override
	public String name() {
		return FLOOR + "add, delete";
	}

	@Override
	public void cycle(String key) throws Exception {
		String path = "floor:" + key + ':' + UUID.randomUUID();
		if (!this.client.add(path, LEASE_SECONDS, DATA).get()) {
			throw new IllegalStateException("Memcached did not add " + path);
		}
		this.client.delete(path).get();
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
