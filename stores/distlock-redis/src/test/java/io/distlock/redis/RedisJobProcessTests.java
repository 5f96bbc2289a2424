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

package io.distlock.redis;

import java.util.List;

import io.distlock.contract.JobProcessContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.testserver.RedisServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/**
 * Jobs of nodes in JVMs of their own on Redis.
 */
@Tag("proof")
class RedisJobProcessTests extends JobProcessContract {

	private final RedisServer server = new RedisServer();

	private @Nullable RedisStore store;

	@Override
	protected void startStore() {
		this.server.start();
	}

	@Override
	protected void stopStore() {
		if (this.store != null) {
			this.store.close();
		}
		this.server.close();
	}

	@Override
	protected StoreUnderTest store() {
		this.store = new RedisStore(RedisClients.LETTUCE, this.server.host(), this.server.port());
		return this.store;
	}

	@Override
	protected Class<?> program() {
		return RedisJobProcess.class;
	}

	@Override
	protected List<String> connection() {
		return List.of(RedisClients.LETTUCE.name(), String.valueOf(this.server.port()));
	}

	@Override
	protected void freeze() {
		this.server.freeze();
	}

	@Override
	protected void thaw() {
		this.server.thaw();
	}

}
