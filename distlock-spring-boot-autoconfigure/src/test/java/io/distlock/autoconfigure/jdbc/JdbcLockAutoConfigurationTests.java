// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jdbc;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.HeldLock;
import io.distlock.LockProviderException;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.DistlockDataSource;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.jdbc.JdbcLockProvider;
import io.distlock.jdbc.LockTableMissingException;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import io.distlock.testserver.jdbc.PostgresServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locks in the application's database: which database, and whose table.
 */
@Tag("timing")
class JdbcLockAutoConfigurationTests {

	private static final String OWN_SCRIPT = "spring.sql.init.schema-locations=classpath:io/distlock/autoconfigure/jdbc/lock-table-h2.sql";

	private final ApplicationContextRunner bare = new ApplicationContextRunner().withBean(LockUser.class)
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, JdbcLockAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.bare
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
				DataSourceInitializationAutoConfiguration.class, JdbcTemplateAutoConfiguration.class));

	@Test
	void onlyDataSourceHoldsTheLocksInATableThatIsCreatedInEmbeddedDatabases() {
		this.runner.run((context) -> {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(JdbcLockProvider.class);
			assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
			assertThat(rows(context, "DISTLOCK_LOCK")).isOne();
		});
	}

	@Test
	void tablePrefixIsThatOfTheCreatedTable() {
		this.runner.withPropertyValues("distlock.jdbc.table-prefix=SHOP_").run((context) -> {
			assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
			assertThat(rows(context, "SHOP_LOCK")).isOne();
		});
	}

	@Test
	void missingTableFailsTheStartWithItsDefinition() {
		this.runner
			.withPropertyValues("distlock.jdbc.initialize-schema=never", OWN_SCRIPT, "distlock.jdbc.table-prefix=SHOP_")
			.run((context) -> assertThat(context).getFailure()
				.hasCauseInstanceOf(Exception.class)
				.satisfies(
						(failure) -> assertThat(missingTable(failure).getCreateStatement()).startsWith("create table")
							.contains("SHOP_LOCK (")));
	}

	@Test
	void tableThatIsNotInitializedIsFirstMissedByALockUnlessThePoolIsUsed() {
		this.runner.withPropertyValues("distlock.jdbc.initialize-schema=never").run((context) -> {
			LockTemplate template = context.getBean(LockTemplate.class);
			assertThat(context.getBean(HikariDataSource.class).isRunning()).isFalse();
			assertThatExceptionOfType(LockProviderException.class).isThrownBy(() -> template.acquire("key"))
				.satisfies((ex) -> assertThat(missingTable(ex).getCreateStatement()).contains("DISTLOCK_LOCK ("));
		});
	}

	@Test
	void unusedPoolStaysUnusedWhateverIsInitialized() {
		PostgresServer server = PostgresServer.shared();
		ApplicationContextRunner postgres = this.runner.withPropertyValues(
				"spring.datasource.url=" + server.newDatabase(), "spring.datasource.username=" + server.user());
		postgres.run((context) -> assertThat(missingTable(context.getStartupFailure())).isNotNull());
		for (String mode : List.of("always", "embedded", "never")) {
			postgres.withPropertyValues("distlock.jdbc.initialize-schema=" + mode).run((context) -> {
				LockTemplate template = context.getBean(LockTemplate.class);
				assertThat(context.getBean(HikariDataSource.class).isRunning()).isFalse();
				assertThat(template.execute("key", HeldLock::isHeld)).isTrue();
				assertThat(context.getBean(HikariDataSource.class).isRunning()).isFalse();
			});
		}
	}

	@Test
	void tableIsNotCreatedInADatabaseThatIsNotEmbedded(@TempDir Path folder) {
		this.runner.withPropertyValues(fileDatabase(folder))
			.run((context) -> assertThat(missingTable(context.getStartupFailure()).getTableName())
				.isEqualTo("DISTLOCK_LOCK"));
	}

	@Test
	void tableIsCreatedWhereverItIsWantedAndFoundAtTheNextStart(@TempDir Path folder) {
		ApplicationContextRunner file = this.runner.withPropertyValues(fileDatabase(folder));
		file.withPropertyValues("distlock.jdbc.initialize-schema=always")
			.run((context) -> assertThat(context).hasNotFailed());
		file.withPropertyValues("distlock.jdbc.initialize-schema=always")
			.run((context) -> assertThat(context).hasNotFailed());
		file.withPropertyValues("distlock.jdbc.initialize-schema=never")
			.run((context) -> assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld))
				.isTrue());
	}

	@Test
	void tableOfTheApplicationsOwnScriptIsFound() {
		this.runner.withPropertyValues("distlock.jdbc.initialize-schema=never", OWN_SCRIPT)
			.run((context) -> assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld))
				.isTrue());
	}

	@Test
	void tableIsCreatedAfterTheApplicationsOwnScripts() {
		this.runner.withPropertyValues("distlock.jdbc.initialize-schema=always", OWN_SCRIPT)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void beansThatNeedTheDatabaseFindTheTable() {
		this.runner.withUserConfiguration(NeedsTheTableConfiguration.class)
			.run((context) -> assertThat(context.getBean(NeedsTheTable.class).rows).isZero());
	}

	@Test
	void markedDataSourceWinsOverThePrimaryOne() {
		this.bare.withUserConfiguration(PrimaryAndMarkedConfiguration.class).run((context) -> {
			assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
			JdbcTemplate marked = new JdbcTemplate(context.getBean("locks", DataSource.class));
			assertThat(marked.queryForObject("select count(*) from DISTLOCK_LOCK", Integer.class)).isOne();
		});
	}

	@Test
	void markedDataSourceThatNobodyElseSeesIsUsed() {
		this.runner.withUserConfiguration(HiddenMarkedConfiguration.class).run((context) -> {
			assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld)).isTrue();
			JdbcTemplate marked = new JdbcTemplate(context.getBean("locks", DataSource.class));
			assertThat(marked.queryForObject("select count(*) from DISTLOCK_LOCK", Integer.class)).isOne();
		});
	}

	@Test
	void primaryDataSourceIsUsedWhenNoneIsMarked() {
		this.bare.withUserConfiguration(PrimaryConfiguration.class).run((context) -> {
			assertThat(context).hasNotFailed();
			JdbcTemplate primary = new JdbcTemplate(context.getBean("orders", DataSource.class));
			assertThat(primary.queryForObject("select count(*) from DISTLOCK_LOCK", Integer.class)).isZero();
		});
	}

	@Test
	void severalDataSourcesFailAndNameTheAnnotation() {
		this.bare.withUserConfiguration(TwoDataSourcesConfiguration.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("customers, orders")
				.hasMessageContaining("@io.distlock.autoconfigure.DistlockDataSource"));
	}

	@Test
	void routingDataSourceFailsAndNamesTheAnnotation() {
		this.bare.withBean(DataSource.class, () -> routing(database()))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("routes to several databases")
				.hasMessageContaining("@io.distlock.autoconfigure.DistlockDataSource"));
	}

	@Test
	void routingDataSourceBehindAProxyFailsToo() {
		this.bare.withBean(DataSource.class, () -> new LazyConnectionDataSourceProxy(routing(database())))
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessageContaining("routes"));
	}

	@Test
	void markedRoutingDataSourceIsUsed() {
		this.bare.withUserConfiguration(MarkedRoutingConfiguration.class)
			.run((context) -> assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld))
				.isTrue());
	}

	@Test
	void severalMarkedDataSourcesFail() {
		this.bare.withUserConfiguration(PrimaryAndMarkedConfiguration.class)
			.withBean("more", MarkedDataSource.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("several DataSource beans"));
	}

	@Test
	void jdbcWithoutADataSourceFails() {
		this.bare.withPropertyValues("distlock.provider=jdbc")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("there is no DataSource bean"));
	}

	@Test
	void applicationWithR2dbcIsToldToDefineADataSource() {
		for (String provider : List.of("", "jdbc")) {
			this.bare.withPropertyValues("distlock.provider=" + provider)
				.run((context) -> assertThat(context).getFailure()
					.rootCause()
					.isInstanceOf(LockConfigurationException.class)
					.hasMessageContaining("R2DBC")
					.hasMessageContaining("define a DataSource bean")
					.hasMessageNotContaining("spring.datasource.url"));
		}
	}

	@Test
	void applicationWithoutR2dbcIsToldToSetTheUrl() {
		this.bare.withClassLoader(new FilteredClassLoader("io.r2dbc"))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("set spring.datasource.url")
				.hasMessageNotContaining("R2DBC"));
	}

	@Test
	void noDataSourceMeansNoStore() {
		this.bare.run((context) -> assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(LockConfigurationException.class)
			.hasMessageContaining("distlock has no store for its locks")
			.hasMessageContaining("On the class path: jdbc, local."));
	}

	@Test
	void localProviderLeavesTheDatabaseAlone() {
		this.runner.withPropertyValues("distlock.provider=local", "distlock.jdbc.initialize-schema=always")
			.run((context) -> {
				assertThat(context.getBean(LockProvider.class)).isInstanceOf(LocalLockProvider.class);
				assertThat(context.getBean(JdbcTemplate.class).queryForList("show tables")).isEmpty();
			});
	}

	@Test
	void providerOfTheApplicationLeavesTheDatabaseAlone() {
		this.runner.withBean("own", LockProvider.class, LocalLockProvider::new).run((context) -> {
			assertThat(context.getBean(LockProvider.class)).isSameAs(context.getBean("own"));
			assertThat(context).doesNotHaveBean(JdbcLockSchemaInitializer.class);
			assertThat(context.getBean(JdbcTemplate.class).queryForList("show tables")).isEmpty();
		});
	}

	@Test
	void disabledLeavesTheDatabaseAlone() {
		this.runner.withPropertyValues("distlock.enabled=false").run((context) -> {
			assertThat(context).doesNotHaveBean(LockProvider.class).doesNotHaveBean(LockDataSource.class);
			assertThat(context.getBean(JdbcTemplate.class).queryForList("show tables")).isEmpty();
		});
	}

	@Test
	void localProviderNeedsNoDatabaseClasses() {
		this.bare.withPropertyValues("distlock.provider=local")
			.withClassLoader(withoutDatabaseClasses())
			.run((context) -> assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld))
				.isTrue());
	}

	@Test
	void jdbcWithoutDatabaseClassesFailsAndNamesWhatIsThere() {
		this.bare.withPropertyValues("distlock.provider=jdbc")
			.withClassLoader(withoutDatabaseClasses())
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("distlock.provider is 'jdbc'")
				.hasMessageContaining("no such store on the class path")
				.hasMessageContaining("spring-boot-starter-jdbc"));
	}

	@Test
	void idleContextKeepsNoConnectionAndStartsNoThread() {
		Set<Thread> before = Thread.getAllStackTraces().keySet();
		this.runner.run((context) -> {
			HikariDataSource pool = context.getBean(HikariDataSource.class);
			assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
			// The pool is still filling itself.
			Awaitility.await()
				.untilAsserted(() -> assertThat(openSessions(context))
					.isEqualTo(pool.getHikariPoolMXBean().getTotalConnections()));
			Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
			started.removeAll(before);
			assertThat(started).extracting(Thread::getName).noneMatch((name) -> name.startsWith("distlock"));
		});
	}

	@Test
	void lazyContextLooksForTheTableAtTheFirstUse(@TempDir Path folder) {
		this.runner.withPropertyValues(fileDatabase(folder))
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThatExceptionOfType(Exception.class).isThrownBy(() -> context.getBean(LockTemplate.class))
					.satisfies((ex) -> assertThat(missingTable(ex)).isNotNull());
			});
	}

	@Test
	void lazyContextCreatesTheTableAtTheFirstUse() {
		this.runner
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld))
				.isTrue());
	}

	@ParameterizedTest
	@CsvSource({ "pool-size, -1", "max-poll-interval, 0s", "purge-after, -1d", "table-prefix, x;drop" })
	void senselessValueFailsAndIsNamed(String name, String value) {
		this.runner.withPropertyValues("distlock.jdbc.%s=%s".formatted(name, value))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(LockConfigurationException.class)
				.hasMessageContaining("distlock.jdbc." + name));
	}

	@Test
	void misspeltPropertyFailsAndIsNamed() {
		this.runner.withPropertyValues("distlock.jdbc.pool-sise=2")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("distlock.jdbc.pool-sise"));
	}

	@Test
	void autoConfigurationsThatOursFollowsExist() {
		AutoConfiguration annotation = JdbcLockAutoConfiguration.class.getAnnotation(AutoConfiguration.class);
		assertThat(annotation.afterName()).isNotEmpty()
			.allSatisfy((after) -> assertThat(Class.forName(after)).isNotNull());
	}

	private static ClassLoader withoutDatabaseClasses() {
		return new FilteredClassLoader("org.springframework.jdbc", "org.springframework.boot.jdbc",
				"org.springframework.boot.sql", "org.springframework.transaction", "com.zaxxer.hikari");
	}

	private static String[] fileDatabase(Path folder) {
		return new String[] { "spring.datasource.url=jdbc:h2:file:" + folder.resolve("locks"),
				"spring.datasource.username=sa" };
	}

	private static int rows(AssertableApplicationContext context, String table) {
		Integer rows = context.getBean(JdbcTemplate.class)
			.queryForObject("select count(*) from " + table, Integer.class);
		return (rows != null) ? rows : -1;
	}

	private static int openSessions(AssertableApplicationContext context) {
		Integer sessions = context.getBean(JdbcTemplate.class)
			.queryForObject("select count(*) from information_schema.sessions", Integer.class);
		return (sessions != null) ? sessions : -1;
	}

	private static LockTableMissingException missingTable(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof LockTableMissingException missing) {
				return missing;
			}
		}
		throw new AssertionError("No missing table in the causes", failure);
	}

	private static DataSource routing(DataSource target) {
		AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {

			@Override
			protected Object determineCurrentLookupKey() {
				return "only";
			}

		};
		routing.setTargetDataSources(Map.of("only", target));
		routing.afterPropertiesSet();
		return routing;
	}

	private static EmbeddedDatabase database() {
		return new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
	}

	@Configuration(proxyBeanMethods = false)
	static class NeedsTheTableConfiguration {

		@Bean
		@DependsOnDatabaseInitialization
		NeedsTheTable aaaFirst(DataSource dataSource) {
			return new NeedsTheTable(dataSource);
		}

	}

	static class NeedsTheTable {

		private final Integer rows;

		NeedsTheTable(DataSource dataSource) {
			this.rows = new JdbcTemplate(dataSource).queryForObject("select count(*) from DISTLOCK_LOCK",
					Integer.class);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TwoDataSourcesConfiguration {

		@Bean
		EmbeddedDatabase customers() {
			return database();
		}

		@Bean
		EmbeddedDatabase orders() {
			return database();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryConfiguration {

		@Bean
		@Primary
		EmbeddedDatabase orders() {
			return database();
		}

		@Bean
		EmbeddedDatabase customers() {
			return database();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PrimaryAndMarkedConfiguration {

		@Bean
		@Primary
		EmbeddedDatabase orders() {
			return database();
		}

		@Bean
		@DistlockDataSource
		EmbeddedDatabase locks() {
			return database();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class HiddenMarkedConfiguration {

		@Bean(defaultCandidate = false)
		@DistlockDataSource
		EmbeddedDatabase locks() {
			return database();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class MarkedRoutingConfiguration {

		@Bean
		@DistlockDataSource
		DataSource tenants() {
			return routing(database());
		}

	}

	@DistlockDataSource
	static class MarkedDataSource extends DelegatingDataSource {

		MarkedDataSource() {
			super(database());
		}

	}

}
