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

package io.distlock.docs;

import javax.sql.DataSource;

import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The database that the page on JDBC shows holds the locks, and is in no one's way.
 */
@SpringBootTest(properties = { "spring.datasource.generate-unique-name=true", "shop.locks.url=jdbc:h2:mem:shop-locks" })
class LocksDatabaseTests {

	@Autowired
	private LockTemplate locks;

	@Autowired
	private JdbcClient jdbc;

	@Autowired
	private DataSource application;

	@Test
	void locksLiveInTheMarkedDatabaseAndNotInThatOfTheApplication(@Autowired ApplicationContext context) {
		assertThat(this.locks.execute("key", HeldLock::isHeld)).isTrue();
		assertThat(tables()).isZero();
		DataSource marked = context.getBean("locks", DataSource.class);
		assertThat(new JdbcTemplate(marked).queryForObject("select count(*) from DISTLOCK_LOCK", Integer.class))
			.isOne();
		assertThat(this.application).isNotSameAs(marked);
	}

	private int tables() {
		return this.jdbc.sql("select count(*) from information_schema.tables where table_name = 'DISTLOCK_LOCK'")
			.query(Integer.class)
			.single();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(LocksDatabase.class)
	static class Application {

	}

}
