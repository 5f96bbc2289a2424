// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.fencing;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import javax.sql.DataSource;

import io.distlock.LockTemplate;
import io.distlock.annotation.DistributedLock;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.fencing.FencedTransactions;
import io.distlock.fencing.FencingException;
import io.distlock.fencing.FencingGuard;
import io.distlock.jdbc.LockTableMissingException;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * When there is a guard, and what is said where there is none.
 */
class FencingAutoConfigurationTests {

	private final ApplicationContextRunner bare = new ApplicationContextRunner()
		.withPropertyValues("distlock.provider=local")
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class, JdbcLockAutoConfiguration.class,
				FencingAutoConfiguration.class));

	private final ApplicationContextRunner runner = this.bare
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class))
		.withPropertyValues("spring.datasource.generate-unique-name=true");

	@Test
	void guardChecksInTheApplicationsTransactions() {
		this.runner.run((context) -> {
			FencingGuard guard = context.getBean(FencingGuard.class);
			TransactionTemplate transactions = new TransactionTemplate(
					context.getBean(PlatformTransactionManager.class));
			context.getBean(LockTemplate.class)
				.executeWithoutResult("key",
						(lock) -> transactions.executeWithoutResult((status) -> guard.check(lock)));
			assertThat(context.getBean(JdbcTemplate.class)
				.queryForObject("select fence_key from DISTLOCK_FENCE", String.class)).isEqualTo("distlock:key");
		});
	}

	@Test
	void tableIsMadeAtStartOnlyWhereAMethodIsFenced() {
		this.runner.run((context) -> assertThat(tables(context.getBean(JdbcTemplate.class))).isEmpty());
		this.runner.withBean(Fenced.class)
			.run((context) -> assertThat(tables(context.getBean(JdbcTemplate.class))).hasSize(1));
	}

	@Test
	void prefixIsThatOfTheTable() {
		this.runner.withBean(Fenced.class)
			.withPropertyValues("distlock.fencing.table-prefix=SHOP_")
			.run((context) -> assertThat(context.getBean(JdbcTemplate.class)
				.queryForObject("select count(*) from SHOP_FENCE", Integer.class)).isZero());
	}

	@Test
	void missingTableFailsTheStartWithItsDefinition() {
		this.runner.withBean(Fenced.class)
			.withPropertyValues("distlock.fencing.initialize-schema=never")
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(LockTableMissingException.class)
				.hasMessageContaining("distlock.fencing.initialize-schema=always")
				.hasMessageContaining("create table"));
	}

	@Test
	void fencedMethodWithoutADataSourceFailsTheStart() {
		this.bare.withBean(Fenced.class).run((context) -> assertNothingChecks(context.getStartupFailure()));
	}

	@Test
	void fencedMethodWithoutTheGuardFailsTheStart() {
		this.runner.withBean(Fenced.class)
			.withPropertyValues("distlock.fencing.enabled=false")
			.run((context) -> assertNothingChecks(context.getStartupFailure()));
	}

	@Test
	void fencedMethodWithoutSpringJdbcFailsTheStart() {
		this.bare.withBean(Fenced.class)
			.withClassLoader(new FilteredClassLoader("org.springframework.jdbc"))
			.run((context) -> assertNothingChecks(context.getStartupFailure()));
	}

	private static void assertNothingChecks(Throwable failure) {
		assertThat(failure).rootCause()
			.isInstanceOf(InvalidLockAnnotationException.class)
			.hasMessageContaining("nothing checks fencing tokens")
			.hasMessageContaining("spring-boot-starter-jdbc")
			.hasMessageContaining("distlock.fencing.enabled=false");
	}

	@Test
	void asynchronousFencedMethodFailsTheStart() {
		this.runner.withBean(FencedStage.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining("CompletionStage")
				.hasMessageContaining("FencingGuard.check(lock)"));
		this.runner.withBean(FencedMono.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidLockAnnotationException.class)
				.hasMessageContaining("Mono"));
	}

	@Test
	void withoutADataSourceThereIsNoGuard() {
		this.bare.run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean(FencingGuard.class)
			.doesNotHaveBean(FencedTransactions.class));
	}

	@Test
	void disabledLocksHaveNoGuard() {
		this.runner.withPropertyValues("distlock.enabled=false")
			.withBean(Fenced.class)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(FencingGuard.class));
	}

	@Test
	void valuesOutOfRangeAreNamed() {
		for (String invalid : new String[] { "lock-timeout=0s", "purge-after=59m", "table-prefix=a;b" }) {
			this.runner.withPropertyValues("distlock.fencing." + invalid)
				.withBean(Fenced.class)
				.run((context) -> assertThat(context).getFailure()
					.rootCause()
					.isInstanceOf(LockConfigurationException.class)
					.hasMessageContaining("distlock.fencing." + invalid.substring(0, invalid.indexOf('='))));
		}
	}

	@Test
	void severalDataSourcesAreOnlyAskedForWhenTheGuardIsUsed() {
		this.bare.withBean("first", DataSource.class, FencingAutoConfigurationTests::database)
			.withBean("second", DataSource.class, FencingAutoConfigurationTests::database)
			.withBean(Fenced.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				FencingGuard guard = context.getBean(FencingGuard.class);
				assertThatExceptionOfType(LockConfigurationException.class).isThrownBy(() -> guard.advance("key", 1))
					.withMessageContaining("FencingGuard.on(DataSource)");
				guard.on(context.getBean("second", DataSource.class)).advance("key", 1);
			});
	}

	@Test
	void tableThatIsMissingAtTheFirstCheckIsNamed() {
		this.runner.withPropertyValues("distlock.fencing.initialize-schema=never")
			.run((context) -> assertThatExceptionOfType(FencingException.class)
				.isThrownBy(() -> context.getBean(FencingGuard.class).advance("key", 1))
				.withMessageContaining("create table"));
	}

	private static DataSource database() {
		return new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build();
	}

	private static List<?> tables(JdbcTemplate jdbc) {
		return jdbc.queryForList("show tables");
	}

	static class Fenced {

		@DistributedLock(fenced = true)
		void run() {
		}

	}

	static class FencedStage {

		@DistributedLock(fenced = true)
		CompletionStage<Void> run() {
			return CompletableFuture.completedFuture(null);
		}

	}

	static class FencedMono {

		@DistributedLock(fenced = true)
		Mono<Void> run() {
			return Mono.empty();
		}

	}

}
