// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.transaction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.distlock.annotation.StaleReadException;
import io.distlock.testserver.jdbc.DatabaseServer;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.MySqlServer;
import io.distlock.testserver.jdbc.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whether two nodes sell more than there is, wherever the caller of a lock may be, in
 * whichever form the lock is taken: they do not, or {@code distlock.transaction.inside}
 * has warned of it, or refuses it. In each case one node has looked at the stock, the
 * other one sells, and then the first one sells while the other one wants the next unit.
 */
@Tag("safety")
@Tag("databases")
class OversellTests {

	private static final String UPDATE = "mvn test -pl distlock-spring-boot-autoconfigure -Dtest=OversellTests -Ddocs.update=true";

	private static final Path PAGE = Path.of("../src-docs/modules/ROOT/pages/transactions.adoc");

	private static final int UNITS = 5;

	private final ExecutorService other = Executors.newSingleThreadExecutor();

	private final ListAppender<ILoggingEvent> warnings = new ListAppender<>();

	private JdbcTemplate database;

	private int items;

	@AfterEach
	void stop() {
		this.other.shutdownNow();
		logger().detachAppender(this.warnings);
	}

	@ParameterizedTest
	@EnumSource
	void nothingIsOversoldWithoutAWarning(Database kind) throws Exception {
		String url = kind.open();
		this.warnings.start();
		logger().addAppender(this.warnings);
		this.database = new JdbcTemplate(new DriverManagerDataSource(url, kind.user(), ""));
		this.database.execute("create table stock (item varchar(50) primary key, units int not null)");
		Map<Situation, String> jdbc = sell(url, kind.user(), false);
		Map<Situation, String> hibernate = sell(url, kind.user(), true);
		compare(kind, table(jdbc, hibernate));
	}

	private Map<Situation, String> sell(String url, String user, boolean jpa) throws Exception {
		Map<Situation, String> outcomes = new EnumMap<>(Situation.class);
		try (Shop first = new Shop(url, user, jpa); Shop second = new Shop(url, user, jpa)) {
			for (Situation situation : Situation.values()) {
				if (jpa || situation != Situation.OPEN_IN_VIEW) {
					outcomes.put(situation, sell(first, second, situation));
				}
			}
		}
		return outcomes;
	}

	private String sell(Shop first, Shop second, Situation situation) throws Exception {
		TreeSet<String> outcomes = new TreeSet<>();
		for (Form form : Form.values()) {
			boolean exact = sellsExactly(first, second, situation, form);
			boolean warned = isWarned();
			boolean refused = isRefused(first, situation, form);
			assertThat(refused).as("%s, %s: refused as it was warned of", situation, form).isEqualTo(warned);
			assertThat(exact || warned).as("%s, %s: sold exactly, or warned of", situation, form).isTrue();
			outcomes.add(exact ? (warned ? "exact, warned" : "exact") : "*oversold*, warned");
		}
		return String.join("; ", outcomes);
	}

	/**
	 * Sell to three customers: one of the other node after the first node has looked, one
	 * of the first node, and one of the other node who comes before its commit.
	 */
	private boolean sellsExactly(Shop first, Shop second, Situation situation, Form form) throws Exception {
		String item = newItem();
		List<Future<Boolean>> sold = new ArrayList<>();
		first.policy(InsideTransaction.WARN);
		this.warnings.list.clear();
		sold.add(attempt(() -> situation.run(first, item, () -> {
			sold.add(await(this.other.submit(() -> second.sales().takeOne(item))));
			boolean taken = form.take(first, item);
			sold.add(this.other.submit(() -> second.sales().takeOne(item)));
			return taken;
		})));
		int count = 0;
		for (Future<Boolean> sale : sold) {
			count += succeeded(sale) ? 1 : 0;
		}
		Integer left = this.database.queryForObject("select units from stock where item = ?", Integer.class, item);
		return left != null && left == UNITS - count;
	}

	private boolean isWarned() {
		return this.warnings.list.stream()
			.anyMatch((event) -> event.getFormattedMessage().contains("was acquired too late"));
	}

	private boolean isRefused(Shop shop, Situation situation, Form form) throws Exception {
		String item = newItem();
		shop.policy(InsideTransaction.FAIL);
		Future<Boolean> sale = attempt(() -> situation.run(shop, item, () -> form.take(shop, item)));
		try {
			sale.get();
			return false;
		}
		catch (ExecutionException ex) {
			assertThat(ex.getCause()).isInstanceOf(StaleReadException.class);
			return true;
		}
	}

	private String newItem() {
		String item = "item" + this.items++;
		this.database.update("insert into stock values (?, ?)", item, UNITS);
		return item;
	}

	private static Future<Boolean> attempt(Callable<Boolean> sale) {
		FutureTask<Boolean> task = new FutureTask<>(sale);
		task.run();
		return task;
	}

	private static Future<Boolean> await(Future<Boolean> sale) throws Exception {
		succeeded(sale);
		return sale;
	}

	/**
	 * A database may refuse to serialize two transactions; then one of them has not sold.
	 */
	private static boolean succeeded(Future<Boolean> sale) throws Exception {
		try {
			return sale.get(60, TimeUnit.SECONDS);
		}
		catch (ExecutionException ex) {
			return false;
		}
	}

	private static String table(Map<Situation, String> jdbc, Map<Situation, String> hibernate) {
		String rows = Arrays.stream(Situation.values())
			.map((situation) -> "|%s |%s |%s%n".formatted(situation.text, jdbc.getOrDefault(situation, "—"),
					hibernate.get(situation)))
			.collect(Collectors.joining());
		return "[cols=\"2,1,1\"]%n|===%n|Lock taken in |JDBC |Hibernate%n%n%s|===%n".formatted(rows);
	}

	private static void compare(Database kind, String table) throws IOException {
		String page = Files.readString(PAGE);
		Matcher shown = Pattern.compile("// generated: .*\\b" + kind + "\\b.*\n([^/]*)// end of generated: ")
			.matcher(page);
		assertThat(shown.find()).as("a table of %s in %s", kind, PAGE).isTrue();
		if (Boolean.getBoolean("docs.update")) {
			Files.writeString(PAGE, page.substring(0, shown.start(1)) + table + page.substring(shown.end(1)));
			return;
		}
		assertThat(shown.group(1)).as("the table of the documentation; run %s", UPDATE).isEqualTo(table);
	}

	private static Logger logger() {
		return (Logger) LoggerFactory.getLogger(StaleReads.class);
	}

	/**
	 * Where the caller of the lock is.
	 */
	enum Situation {

		ALONE("outermost method"),

		CALLERS_TRANSACTION("caller's transaction, before a read"),

		CALLER_HAS_READ("caller's transaction, after a read"),

		READ_COMMITTED("the same, `READ COMMITTED`"),

		REPEATABLE_READ("the same, `REPEATABLE READ`"),

		SERIALIZABLE("the same, `SERIALIZABLE`"),

		OPEN_IN_VIEW("open view, after a read");

		private final String text;

		Situation(String text) {
			this.text = text;
		}

		boolean run(Shop shop, String item, Callable<Boolean> sale) throws Exception {
			return switch (this) {
				case ALONE -> sale.call();
				case CALLERS_TRANSACTION -> inTransaction(shop, () -> {
				}, sale);
				case OPEN_IN_VIEW -> shop.inView(() -> {
					shop.sales().stock().units(item);
					return call(sale);
				});
				default -> inTransaction(shop, () -> shop.sales().stock().units(item), sale);
			};
		}

		private boolean inTransaction(Shop shop, Runnable before, Callable<Boolean> sale) {
			TransactionTemplate transactions = shop.transactions();
			transactions.setIsolationLevel(isolation());
			return Boolean.TRUE.equals(transactions.execute((status) -> {
				before.run();
				return call(sale);
			}));
		}

		private int isolation() {
			return switch (this) {
				case READ_COMMITTED -> Connection.TRANSACTION_READ_COMMITTED;
				case REPEATABLE_READ -> Connection.TRANSACTION_REPEATABLE_READ;
				case SERIALIZABLE -> Connection.TRANSACTION_SERIALIZABLE;
				default -> TransactionDefinition.ISOLATION_DEFAULT;
			};
		}

		private static boolean call(Callable<Boolean> sale) {
			try {
				return sale.call();
			}
			catch (RuntimeException ex) {
				throw ex;
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	/**
	 * How the lock is taken.
	 */
	enum Form {

		ANNOTATION, EXECUTE, ACQUIRE, AS_LOCK, FENCED_ANNOTATION, FENCED_EXECUTE, FENCED_ACQUIRE;

		boolean take(Shop shop, String item) {
			Shop.Sales sales = shop.sales();
			return switch (this) {
				case ANNOTATION -> sales.takeOne(item);
				case EXECUTE -> sales.execute(item, false);
				case ACQUIRE -> sales.acquire(item, false);
				case AS_LOCK -> sales.asLock(item);
				case FENCED_ANNOTATION -> sales.takeOneFenced(item);
				case FENCED_EXECUTE -> sales.execute(item, true);
				case FENCED_ACQUIRE -> sales.acquire(item, true);
			};
		}

	}

	/**
	 * The databases; a transaction that waits for the row of another one gives up soon.
	 */
	enum Database {

		H2, POSTGRESQL, MARIADB, MYSQL;

		private String open() {
			return switch (this) {
				case H2 -> "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=500";
				case POSTGRESQL -> PostgresServer.shared().newDatabase() + "?options=-c%20lock_timeout=500";
				case MARIADB -> withTimeout(MariaDbServer.shared());
				case MYSQL -> {
					String reason = MySqlServer.unavailable();
					Assumptions.assumeTrue(reason.isEmpty(), reason);
					yield withTimeout(MySqlServer.shared());
				}
			};
		}

		private static String withTimeout(DatabaseServer server) {
			String url = server.newDatabase();
			return url + (url.contains("?") ? "&" : "?") + "sessionVariables=innodb_lock_wait_timeout=1";
		}

		String user() {
			return switch (this) {
				case H2 -> "sa";
				case POSTGRESQL -> PostgresServer.shared().user();
				case MARIADB -> MariaDbServer.shared().user();
				case MYSQL -> MySqlServer.shared().user();
			};
		}

	}

}
