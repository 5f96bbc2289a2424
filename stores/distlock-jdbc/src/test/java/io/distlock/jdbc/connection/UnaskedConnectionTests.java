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

package io.distlock.jdbc.connection;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which connections a pool asks the database about.
 */
class UnaskedConnectionTests {

	/**
	 * A pool asks about those that were idle for half of it.
	 */
	private static final Duration IDLE = Duration.ofSeconds(1);

	private final AtomicInteger asked = new AtomicInteger();

	private HikariDataSource pool;

	@BeforeEach
	void open() {
		HikariConfig config = new HikariConfig();
		config.setDataSource(UnaskedConnection
			.source(counting(new DriverManagerDataSource("jdbc:h2:mem:unasked;DB_CLOSE_DELAY=1"))));
		config.setMinimumIdle(0);
		config.setMaximumPoolSize(3);
		this.pool = new HikariDataSource(config);
	}

	@AfterEach
	void close() {
		this.pool.close();
	}

	@Test
	void idleOneIsAskedWhereAllWereIdle() throws SQLException {
		use(2);
		letAllIdle();
		use(1);
		assertThat(this.asked).hasValue(1);
	}

	@Test
	void idleOneIsNotAskedByThoseWhoOnlyRead() throws SQLException {
		use(2);
		letAllIdle();
		UnaskedConnection.borrow(this.pool).close();
		assertThat(this.asked).hasValue(0);
	}

	@Test
	void idleOneIsNotAskedWhereAnotherHasJustAnswered() throws SQLException {
		use(2);
		use(2);
		letAllIdle();
		use(2);
		assertThat(this.asked).as("the first of two").hasValue(1);
	}

	@Test
	void idleOneIsAskedWhereWhatHasJustAnsweredIsNew() throws SQLException {
		use(1);
		letAllIdle();
		try (Connection newer = borrowedAnew()) {
			UnaskedConnection.answered(newer);
			this.asked.set(0);
			use(1);
		}
		assertThat(this.asked).as("the server may have been restarted in between").hasValue(1);
	}

	/**
	 * Take the idle one without a question, and then one that has to be opened.
	 */
	private Connection borrowedAnew() throws SQLException {
		try (Connection idle = UnaskedConnection.borrow(this.pool)) {
			assertThat(idle.isClosed()).isFalse();
			return this.pool.getConnection();
		}
		finally {
			letAllIdle();
		}
	}

	private void use(int connections) throws SQLException {
		List<Connection> used = new ArrayList<>();
		for (int i = 0; i < connections; i++) {
			used.add(this.pool.getConnection());
			UnaskedConnection.answered(used.get(i));
		}
		for (Connection each : used) {
			each.close();
		}
	}

	private void letAllIdle() {
		Awaitility.await().pollDelay(IDLE).atMost(IDLE.multipliedBy(20)).until(() -> true);
		// A pool asks about its first one, to find out how.
		this.asked.set(0);
	}

	private DataSource counting(DataSource target) {
		return new DelegatingDataSource(target) {

			@Override
			public Connection getConnection() throws SQLException {
				return UnaskedConnectionTests.this.counting(super.getConnection());
			}

		};
	}

	private Connection counting(Connection target) {
		return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
				(proxy, method, arguments) -> {
					if (method.getName().equals("isValid")) {
						this.asked.incrementAndGet();
					}
					try {
						return method.invoke(target, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getTargetException();
					}
				});
	}

}
