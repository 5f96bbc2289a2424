// SPDX-License-Identifier: Apache-2.0

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
