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

package io.distlock.jdbc;

import java.util.List;

import io.distlock.contract.JobProcessContract;
import io.distlock.contract.StoreUnderTest;
import io.distlock.testserver.PostgresServer;
import org.junit.jupiter.api.Tag;

/**
 * Jobs of nodes in JVMs of their own on PostgreSQL.
 */
@Tag("proof")
class PostgresJobProcessTests extends JobProcessContract {

	private final PostgresServer server = new PostgresServer();

	private String url = "";

	@Override
	protected void startStore() {
		this.server.start();
		this.url = this.server.newDatabase();
	}

	@Override
	protected void stopStore() {
		this.server.close();
	}

	@Override
	protected StoreUnderTest store() {
		return new JdbcStore(this.server.dataSource(this.url));
	}

	@Override
	protected Class<?> program() {
		return JdbcJobProcess.class;
	}

	@Override
	protected List<String> connection() {
		return List.of(this.url, this.server.user());
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
