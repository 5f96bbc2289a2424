// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.liquibase;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.distlock.HeldLock;
import io.distlock.IllegalLockKeyException;
import io.distlock.LockEngine;
import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.testserver.jdbc.PostgresServer;
import liquibase.change.custom.CustomTaskChange;
import liquibase.database.Database;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.ValidationErrors;
import liquibase.resource.ResourceAccessor;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Migrations under a lock, on the database that they change and that holds the lock.
 */
class LiquibaseLockAutoConfigurationTests {

	private static final AtomicReference<Consumer<Database>> MIGRATING = new AtomicReference<>();

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final String KEY = "liquibase:PUBLIC.DATABASECHANGELOG";

	private static final AtomicInteger MIGRATIONS = new AtomicInteger();

	private final String url = "jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(UUID.randomUUID());

	private final JdbcTemplate database = new JdbcTemplate(dataSource());

	@TempDir
	private Path folder;

	private ApplicationContextRunner runner;

	@BeforeEach
	void changeLog() throws IOException {
		MIGRATING.set((migrated) -> {
		});
		MIGRATIONS.set(0);
		Path changes = Files.writeString(this.folder.resolve("changes.yaml"), """
				databaseChangeLog:
				- changeSet:
				    id: 1
				    author: shop
				    changes:
				    - customChange:
				        class: %s
				- changeSet:
				    id: 2
				    author: shop
				    changes:
				    - sql:
				        sql: create table invoice (id bigint primary key)
				""".formatted(Migration.class.getName()));
		this.runner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, JdbcLockAutoConfiguration.class,
					LiquibaseLockAutoConfiguration.class, DataSourceAutoConfiguration.class,
					DataSourceTransactionManagerAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
					LiquibaseAutoConfiguration.class))
			.withPropertyValues("spring.datasource.url=" + this.url, "spring.datasource.username=sa",
					"distlock.jdbc.initialize-schema=always", "spring.liquibase.enabled=true",
					"spring.liquibase.change-log=" + changes.toUri(), "distlock.key-prefix=shop");
	}

	@Test
	void migrationIsLockedInTheTableThatIsCreatedBefore() {
		AtomicReference<List<String>> locked = new AtomicReference<>();
		MIGRATING.set((migrated) -> locked.set(lockedKeys()));
		locking().run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(locked.get()).hasSize(1).first().asString().contains(KEY);
			assertThat(tables()).contains("INVOICE", "DISTLOCK_LOCK").doesNotContain("DATABASECHANGELOGLOCK");
			assertThatExceptionOfType(IllegalLockKeyException.class)
				.isThrownBy(() -> context.getBean(LockTemplate.class).tryAcquire(KEY));
			assertThat(acquire(context)).get().returns(true, HeldLock::release);
		});
	}

	@Test
	void isOffUntilItIsAskedFor() {
		this.runner.run((context) -> {
			assertThat(context).hasNotFailed().doesNotHaveBean(LiquibaseLockAutoConfiguration.LiquibaseLocking.class);
			assertThat(tables()).contains("INVOICE", "DATABASECHANGELOGLOCK");
		});
	}

	@Test
	void migrationsKeepLiquibasesLockWhereLocksAreOff() {
		locking().withPropertyValues("distlock.enabled=false").run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(tables()).contains("INVOICE", "DATABASECHANGELOGLOCK");
		});
	}

	@Test
	void rowThatAKilledNodeLeftBehindStopsNobody() {
		this.runner.run((context) -> assertThat(context).hasNotFailed());
		this.database.update("update DATABASECHANGELOGLOCK set LOCKED = true, LOCKEDBY = 'node that was killed'");
		this.database.execute("drop table INVOICE");
		this.database.execute("delete from DATABASECHANGELOG");
		locking().run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(tables()).contains("INVOICE");
		});
	}

	@Test
	void oneOfTwoNodesMigratesAndTheOtherOneWaits() {
		AtomicReference<CompletableFuture<Void>> other = new AtomicReference<>();
		MIGRATING.set((migrated) -> {
			MIGRATING.set((second) -> {
			});
			other.set(CompletableFuture.runAsync(() -> locking().run((context) -> assertThat(context).hasNotFailed())));
			awaitWaiting();
		});
		locking().run((context) -> {
			assertThat(context).hasNotFailed();
			other.get().join();
		});
		assertThat(MIGRATIONS).hasValue(1);
	}

	@Test
	void nodeThatDoesNotGetTheLockDoesNotStart() {
		locking().run((holder) -> {
			this.database.execute("drop table INVOICE");
			this.database.execute("delete from DATABASECHANGELOG");
			try (HeldLock held = acquire(holder).orElseThrow()) {
				locking().withSystemProperties("liquibase.changelogLockWaitTimeInMinutes=0")
					.run((context) -> assertThat(context).getFailure()
						.hasStackTraceContaining("Another node has been migrating this database"));
			}
		});
		assertThat(tables()).doesNotContain("INVOICE");
	}

	@Test
	void migrationThatLostItsLockChangesNothingMore() {
		MIGRATING.set((migrated) -> {
			this.database.update("delete from DISTLOCK_LOCK");
			awaitClosed(migrated);
		});
		locking().withPropertyValues("distlock.lease-time=500ms").run((context) -> {
			assertThat(context).hasFailed();
			assertThat(tables()).doesNotContain("INVOICE");
		});
	}

	@Test
	void statementOfAMigrationThatLostItsLockIsAborted() {
		PostgresServer server = PostgresServer.shared();
		String postgres = server.newDatabase();
		JdbcTemplate own = new JdbcTemplate(new DriverManagerDataSource(postgres, server.user(), ""));
		MIGRATING.set((migrated) -> {
			own.update("delete from DISTLOCK_LOCK");
			new JdbcTemplate(new SingleConnectionDataSource(connection(migrated), true))
				.execute("select pg_sleep(3600)");
		});
		locking()
			.withPropertyValues("spring.datasource.url=" + postgres, "spring.datasource.username=" + server.user(),
					"distlock.lease-time=500ms")
			.run((context) -> {
				assertThat(context).hasFailed();
				assertThat(own.queryForList("select 1 from information_schema.tables where table_name = 'invoice'"))
					.isEmpty();
			});
	}

	private ApplicationContextRunner locking() {
		return this.runner.withPropertyValues("distlock.liquibase.enabled=true");
	}

	private static Optional<HeldLock> acquire(ApplicationContext context) {
		return context.getBean(LockEngine.class).acquire(LockRequest.of(KEY));
	}

	private List<String> lockedKeys() {
		return this.database.queryForList("select LOCK_KEY from DISTLOCK_LOCK where OWNER is not null", String.class);
	}

	private void awaitWaiting() {
		await().atMost(PATIENCE)
			.until(() -> !this.database.queryForList("select 1 from DISTLOCK_LOCK where WAITING_UNTIL is not null")
				.isEmpty());
	}

	private static Connection connection(Database migrated) {
		return ((JdbcConnection) migrated.getConnection()).getUnderlyingConnection();
	}

	private static void awaitClosed(Database migrated) {
		await().atMost(PATIENCE).until(connection(migrated)::isClosed);
	}

	private List<String> tables() {
		return this.database.queryForList("select TABLE_NAME from INFORMATION_SCHEMA.TABLES", String.class);
	}

	private JdbcDataSource dataSource() {
		JdbcDataSource source = new JdbcDataSource();
		source.setURL(this.url);
		source.setUser("sa");
		return source;
	}

	/**
	 * A change that tells the test that it runs.
	 */
	public static final class Migration implements CustomTaskChange {

		@Override
		public void execute(Database migrated) {
			MIGRATIONS.incrementAndGet();
			MIGRATING.get().accept(migrated);
		}

		@Override
		public String getConfirmationMessage() {
			return "migrated";
		}

		@Override
		public void setUp() {
		}

		@Override
		public void setFileOpener(ResourceAccessor resources) {
		}

		@Override
		public ValidationErrors validate(Database migrated) {
			return new ValidationErrors();
		}

	}

}
