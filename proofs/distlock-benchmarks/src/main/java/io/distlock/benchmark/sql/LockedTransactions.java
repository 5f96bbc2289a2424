// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.sql;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import io.distlock.LockRequest;
import io.distlock.LockTemplate;
import io.distlock.benchmark.measure.Contestant;
import io.distlock.transactional.TransactionLocks;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions of an application that are locked in two ways, or not at all.
 *
 * @param context the application
 */
record LockedTransactions(ConfigurableApplicationContext context) implements AutoCloseable {

	static final String LEASE = "distlock, a lease around the transaction";

	static final String TRANSACTION = "distlock, a lock of the transaction";

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	static LockedTransactions start(BenchDatabase database) {
		LockedTransactions started = new LockedTransactions(new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "logging.level.root=WARN", "spring.application.name=bench",
					"distlock.provider=jdbc", "distlock.jdbc.initialize-schema=always",
					"spring.datasource.url=" + database.url(), "spring.datasource.username=" + database.user())
			.run());
		started.context.getBean(JdbcTemplate.class)
			.execute("create table bench_stock (item varchar(100) primary key, units bigint not null)");
		return started;
	}

	/**
	 * Return who locks a transaction that reads a row.
	 */
	List<Contestant> reading() {
		return all(this::units);
	}

	/**
	 * Return who locks a transaction that reads and writes a row.
	 */
	List<Contestant> writing() {
		return all(this::count);
	}

	private List<Contestant> all(Consumer<String> work) {
		TransactionTemplate transaction = this.context.getBean(TransactionTemplate.class);
		LockTemplate leases = this.context.getBean(LockTemplate.class);
		TransactionLocks locks = this.context.getBean(TransactionLocks.class);
		return List.of(
				new Named(Contestant.FLOOR + "no lock",
						(item) -> transaction.executeWithoutResult((status) -> work.accept(item))),
				new Named(LEASE, (item) -> leases.execute(LockRequest.of(item).waitTime(PATIENCE), (lock) -> {
					transaction.executeWithoutResult((status) -> work.accept(item));
					return item;
				})), new Named(TRANSACTION, (item) -> transaction.executeWithoutResult((status) -> {
					locks.lock(item, PATIENCE);
					work.accept(item);
				})));
	}

	private List<Long> units(String item) {
		return this.context.getBean(JdbcTemplate.class)
			.query("select units from bench_stock where item = ?", (row, number) -> row.getLong(1), item);
	}

	private void count(String item) {
		List<Long> units = units(item);
		JdbcTemplate jdbc = this.context.getBean(JdbcTemplate.class);
		if (units.isEmpty()) {
			jdbc.update("insert into bench_stock values (?, 0) on conflict do nothing", item);
		}
		else {
			jdbc.update("update bench_stock set units = ? where item = ?", units.get(0) + 1, item);
		}
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * One way to lock.
	 *
	 * @param name what the tables call it
	 * @param call locks, works and ends the transaction
	 */
	private record Named(String name, Consumer<String> call) implements Contestant {

		@Override
		public void cycle(String key) {
			this.call.accept(key);
		}

	}

	/**
	 * An application without anything of its own.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
