// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.redis;

import java.util.List;
import java.util.stream.Stream;

/**
 * Redis masters that know nothing of each other.
 */
public final class RedisMasters implements AutoCloseable {

	private final List<RedisServer> masters;

	/**
	 * Create five masters that are not running yet.
	 * @param options more command line options of each
	 */
	public RedisMasters(String... options) {
		this.masters = Stream.generate(() -> new RedisServer(options)).limit(5).toList();
	}

	/**
	 * Start all of them.
	 * @return this
	 */
	public RedisMasters start() {
		this.masters.forEach(RedisServer::start);
		return this;
	}

	public List<RedisServer> all() {
		return this.masters;
	}

	public RedisServer get(int index) {
		return this.masters.get(index);
	}

	@Override
	public void close() {
		this.masters.forEach(RedisServer::close);
	}

}
