// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc.internal.connection;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.function.Consumer;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariDataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pool for locks ends without a warning, also where the driver has no login timeout,
 * which HikariCP takes for the time to wait for its own threads.
 */
class QuietPoolTests {

	private static final int ROUNDS = 10;

	private static final String URL = "jdbc:h2:mem:quiet";

	private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final int loginTimeout = DriverManager.getLoginTimeout();

	@BeforeEach
	void listen() {
		DriverManager.setLoginTimeout(0);
		this.log.start();
		this.root.addAppender(this.log);
	}

	@AfterEach
	void stop() {
		this.root.detachAppender(this.log);
		DriverManager.setLoginTimeout(this.loginTimeout);
	}

	static Stream<Named<Consumer<HikariDataSource>>> databases() {
		return Stream.of(Named.of("URL", (pool) -> pool.setJdbcUrl(URL)), Named.of("DataSource", (pool) -> {
			JdbcDataSource dataSource = new JdbcDataSource();
			dataSource.setUrl(URL);
			pool.setDataSource(dataSource);
		}));
	}

	@ParameterizedTest
	@MethodSource("databases")
	void poolThatIsClosedAfterItsFirstConnectionWarnsOfNothing(Consumer<HikariDataSource> database)
			throws SQLException {
		for (int i = 0; i < ROUNDS; i++) {
			try (HikariDataSource business = new HikariDataSource()) {
				database.accept(business);
				ConnectionSource connections = new ConnectionSource(business, 1);
				connections.giveBack(connections.borrow(), null);
				connections.close();
			}
		}
		assertThat(DriverManager.getLoginTimeout()).isZero();
		assertThat(this.log.list).filteredOn((event) -> event.getLevel().isGreaterOrEqual(Level.WARN)).isEmpty();
	}

}
