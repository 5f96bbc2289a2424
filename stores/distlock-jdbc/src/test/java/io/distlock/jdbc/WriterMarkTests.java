// SPDX-License-Identifier: Apache-2.0

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import io.distlock.LockMode;
import io.distlock.jdbc.JdbcSharesTests.Database;
import io.distlock.jdbc.internal.sql.LockSql;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A writer that waits keeps later readers out, and one that gives up does not. The marks
 * would last for longer than any test waits.
 */
@Tag("safety")
@Tag("databases")
class WriterMarkTests {

	private static final Duration LONG = Duration.ofMinutes(10);

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final LockKey WRITERS = new LockKey("app", "marked");

	private static final LockKey READERS = WRITERS.in(LockMode.SHARED);

	private static final AtomicInteger OWNERS = new AtomicInteger();

	private final List<AutoCloseable> opened = new ArrayList<>();

	private DataSource dataSource;

	private JdbcTemplate jdbc;

	@AfterEach
	void close() throws Exception {
		for (int i = this.opened.size() - 1; i >= 0; i--) {
			this.opened.get(i).close();
		}
	}

	@ParameterizedTest
	@EnumSource
	void writerThatGivesUpLetsReadersIn(Database database) {
		open(database);
		awaitReader();
		Contender writer = writer();
		assertThat(attempt(READERS)).isInstanceOf(Attempt.Busy.class);
		writer.close();
		assertThat(marks()).isZero();
		awaitReader();
	}

	@ParameterizedTest
	@EnumSource
	void markOfAnotherWriterHolds(Database database) {
		open(database);
		awaitReader();
		for (int leaving = 0; leaving < 2; leaving++) {
			List<Contender> writers = List.of(writer(), writer());
			writers.get(leaving).close();
			assertThat(attempt(READERS)).as("a reader beside the writer that stays").isInstanceOf(Attempt.Busy.class);
			assertThat(marks()).isOne();
			writers.get(1 - leaving).close();
			awaitReader();
		}
	}

	@ParameterizedTest
	@EnumSource
	void writerThatIsGrantedTheLockLeavesTheMarksOfOthers(Database database) {
		open(database);
		JdbcLockProvider provider = provider();
		LockOwner reader = owner();
		Contender reading = contend(provider, READERS);
		assertThat(reading.attempt(reader)).isInstanceOf(Attempt.Granted.class);
		Contender first = writer();
		writer();
		assertThat(provider.release(READERS, reader)).isTrue();
		Awaitility.await().atMost(PATIENCE).until(() -> first.attempt(owner()) instanceof Attempt.Granted);
		first.close();
		assertThat(marks()).isOne();
	}

	/**
	 * A lock that was granted, and reported as not granted, would stay taken for a lease.
	 */
	@ParameterizedTest
	@EnumSource
	void writerIsGrantedTheLockThoughAnotherSessionHasLockedItsMark(Database database) throws SQLException {
		open(database);
		JdbcLockProvider provider = provider();
		LockOwner reader = owner();
		assertThat(contend(provider, READERS).attempt(reader)).isInstanceOf(Attempt.Granted.class);
		Contender writer = writer();
		String mark = this.jdbc.queryForObject("select member_id from DISTLOCK_HOLDER where member_id like '!writer%'",
				String.class);
		try (Connection session = this.dataSource.getConnection()) {
			session.setAutoCommit(false);
			new JdbcTemplate(new SingleConnectionDataSource(session, true)).queryForList(
					"select node from DISTLOCK_HOLDER where held_key = ? and member_id = ? for update",
					LockSql.key(READERS), mark);
			assertThat(provider.release(READERS, reader)).isTrue();
			Awaitility.await().atMost(PATIENCE).until(() -> writer.attempt(owner()) instanceof Attempt.Granted);
		}
	}

	/**
	 * Each reader reads all marks, so there are few of them.
	 */
	@ParameterizedTest
	@EnumSource
	void fewOfManyWritersLeaveAMarkAndOthersTakeTheirPlaces(Database database) {
		open(database);
		awaitReader();
		List<Contender> writers = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			writers.add(writer());
		}
		assertThat(marks()).isEqualTo(3);
		writers.subList(0, 3).forEach(Contender::close);
		assertThat(marks()).isZero();
		writers.get(4).attempt(owner());
		assertThat(marks()).isOne();
		assertThat(attempt(READERS)).isInstanceOf(Attempt.Busy.class);
	}

	private Contender writer() {
		Contender writer = contend(provider(), WRITERS);
		for (int i = 0; i < 3; i++) {
			assertThat(writer.attempt(owner())).isInstanceOf(Attempt.Busy.class);
		}
		return writer;
	}

	/**
	 * For a moment, PostgreSQL keeps a lock for a node that was woken.
	 */
	private void awaitReader() {
		Awaitility.await().atMost(PATIENCE).until(() -> attempt(READERS) instanceof Attempt.Granted);
	}

	private Attempt attempt(LockKey key) {
		try (JdbcLockProvider provider = new JdbcLockProvider(this.dataSource, settings());
				Contender contender = provider.contend(claim(key), () -> {
				})) {
			return contender.attempt(owner());
		}
	}

	private Contender contend(JdbcLockProvider provider, LockKey key) {
		Contender contender = provider.contend(claim(key), () -> {
		});
		this.opened.add(contender);
		return contender;
	}

	private int marks() {
		Integer marks = this.jdbc.queryForObject("select count(*) from DISTLOCK_HOLDER where member_id like '!writer%'",
				Integer.class);
		return (marks != null) ? marks : 0;
	}

	private void open(Database database) {
		this.dataSource = database.dataSource(database.url());
		this.jdbc = new JdbcTemplate(this.dataSource);
		new JdbcLockSchema(this.dataSource, "DISTLOCK_").create();
	}

	private JdbcLockProvider provider() {
		JdbcLockProvider provider = new JdbcLockProvider(this.dataSource, settings());
		this.opened.add(provider);
		return provider;
	}

	private static JdbcLockSettings settings() {
		return JdbcLockSettings.defaults().withPoolSize(2).withMaxPollInterval(Duration.ofMinutes(1));
	}

	private static LockClaim claim(LockKey key) {
		return LockClaim.of(key, LONG, 1, "node 1");
	}

	private static LockOwner owner() {
		return new LockOwner("marked:" + OWNERS.incrementAndGet());
	}

}
