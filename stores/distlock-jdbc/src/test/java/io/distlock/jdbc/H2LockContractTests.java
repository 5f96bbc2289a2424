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

import java.sql.SQLException;

import org.h2.tools.Server;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * The contracts on H2, over TCP, so that several processes can share it.
 */
class H2LockContractTests extends AbstractJdbcLockContractTests {

	private static final String URL = "jdbc:h2:%s/mem:contract;DB_CLOSE_DELAY=-1".formatted(server().getURL());

	private static final JdbcStore STORE = new JdbcStore(new DriverManagerDataSource(URL, "sa", ""));

	@Override
	protected JdbcStore store() {
		return STORE;
	}

	private static Server server() {
		try {
			return Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-tcpDaemon").start();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
