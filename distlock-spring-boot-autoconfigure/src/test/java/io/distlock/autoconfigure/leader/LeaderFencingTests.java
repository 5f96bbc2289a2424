// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.leader;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.LockLostException;
import io.distlock.annotation.LeaderOnly;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.fencing.FencingAutoConfiguration;
import io.distlock.fencing.FencingGuard;
import io.distlock.fencing.StaleFencingTokenException;
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;
import io.distlock.testserver.jdbc.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a leader writes that is not the leader any more.
 */
@Tag("safety")
class LeaderFencingTests {

	private final HikariDataSource pool = TestDatabase.H2.open(3);

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private Prices prices;

	private LeaderElection election;

	@BeforeEach
	void start() {
		this.context.registerBean("dataSource", DataSource.class, () -> this.pool);
		this.context.register(Application.class);
		TestPropertyValues.of("distlock.provider=local", "distlock.fencing.initialize-schema=always")
			.applyTo(this.context);
		this.context.refresh();
		new JdbcTemplate(this.pool).execute("create table price (cents int)");
		this.prices = this.context.getBean(Prices.class);
		this.election = this.context.getBean(LeaderElections.class).find("prices").orElseThrow();
		Awaitility.await().until(this.election::isLeader);
	}

	@AfterEach
	void stop() {
		this.context.close();
		this.pool.close();
	}

	private int rows() {
		return new JdbcTemplate(this.pool).queryForObject("select count(*) from price", Integer.class);
	}

	@Test
	void leaderWritesUntilALaterLeaderHasWritten() {
		this.prices.fenced(30);
		assertThat(rows()).isEqualTo(1);
		long later = this.election.term().orElseThrow() + 1;
		this.context.getBean(FencingGuard.class).advance(LeaderElection.KEY_PREFIX + "prices", later);
		assertThatExceptionOfType(StaleFencingTokenException.class).isThrownBy(() -> this.prices.fenced(40));
		assertThat(rows()).isEqualTo(1);
	}

	@Test
	void transactionThatOutlastsTheTermIsNotCommitted() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.prices.during(50, this.election::stepDown));
		assertThat(rows()).isZero();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement
	@ImportAutoConfiguration({ DistlockAutoConfiguration.class, FencingAutoConfiguration.class,
			LeaderAutoConfiguration.class })
	static class Application {

		@Bean
		JdbcTransactionManager transactionManager(DataSource dataSource) {
			return new JdbcTransactionManager(dataSource);
		}

		@Bean
		Prices prices(DataSource dataSource) {
			return new Prices(new JdbcTemplate(dataSource));
		}

	}

	static class Prices {

		private final JdbcTemplate jdbc;

		Prices(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		@Transactional
		@LeaderOnly(value = "prices", fenced = true)
		void fenced(int cents) {
			this.jdbc.update("insert into price values (?)", cents);
		}

		@Transactional
		@LeaderOnly("prices")
		void during(int cents, Runnable action) {
			this.jdbc.update("insert into price values (?)", cents);
			action.run();
		}

	}

}
