// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jpa;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.distlock.scheduling.ClusterJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with the starter, Spring Data JPA and a database in memory.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("timing")
class RepositoryApplicationTests {

	private static final int UNITS = 20;

	@Test
	void applicationThatLocksNothingStarts(CapturedOutput output) {
		try (ConfigurableApplicationContext context = run(Plain.class, UUID.randomUUID().toString())) {
			StockRepository stock = context.getBean(StockRepository.class);
			stock.save(new Stock("teapot", UNITS));
			assertThat(stock.findById("teapot")).hasValueSatisfying((found) -> assertThat(found.units()).isEqualTo(20));
			assertThat(context.getBeanFactory().containsSingleton("distlockProvider")).isFalse();
		}
		assertThat(output).contains("Locks: none in use");
	}

	@Test
	void applicationWithoutADatabaseThatLocksNothingStarts(CapturedOutput output) {
		SpringApplicationBuilder builder = new SpringApplicationBuilder(Bare.class).web(WebApplicationType.NONE);
		try (ConfigurableApplicationContext context = builder.run()) {
			assertThat(context.isActive()).isTrue();
		}
		assertThat(output).contains("Locks: none in use").doesNotContain("FAILED TO START");
	}

	@Test
	void lockedRepositorySellsExactlyWhatThereIs(CapturedOutput output) throws Exception {
		String database = UUID.randomUUID().toString();
		ExecutorService customers = Executors.newFixedThreadPool(8);
		try (ConfigurableApplicationContext one = run(Locked.class, database);
				ConfigurableApplicationContext two = run(Locked.class, database)) {
			one.getBean(LockedStockRepository.class).save(new Stock("teapot", UNITS));
			List<Future<Boolean>> sales = new ArrayList<>();
			for (int i = 0; i < 2 * UNITS; i++) {
				LockedStockRepository stock = ((i % 2 == 0) ? one : two).getBean(LockedStockRepository.class);
				sales.add(customers.submit(() -> stock.takeOne("teapot")));
			}
			int sold = 0;
			for (Future<Boolean> sale : sales) {
				sold += sale.get() ? 1 : 0;
			}
			assertThat(sold).isEqualTo(UNITS);
		}
		finally {
			customers.shutdownNow();
		}
		assertThat(output).contains("Locks: provider jdbc").contains(", 1 locked method");
	}

	@Test
	void jobOfARepositoryRuns() {
		try (ConfigurableApplicationContext context = run(Locked.class, UUID.randomUUID().toString())) {
			context.getBean(ClusterJobs.class).runNow("restock");
			assertThat(context.getBean(LockedStockRepository.class).findById("teapot")).isPresent();
		}
	}

	private static ConfigurableApplicationContext run(Class<?> application, String database) {
		return new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
			.run("--spring.datasource.url=jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(database),
					"--spring.jpa.hibernate.ddl-auto=update", "--distlock.wait-time=30s");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataRedisAutoConfiguration.class)
	@EntityScan(basePackageClasses = Stock.class)
	@EnableJpaRepositories(
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = LockedStockRepository.class))
	static class Plain {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = DataRedisAutoConfiguration.class)
	@EntityScan(basePackageClasses = Stock.class)
	@EnableJpaRepositories(excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = StockRepository.class))
	static class Locked {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(exclude = { DataRedisAutoConfiguration.class, DataSourceAutoConfiguration.class })
	static class Bare {

	}

}
