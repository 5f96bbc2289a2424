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

package io.distlock.testserver;

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
