package io.distlock.benchmark.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.Lock;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.benchmark.measure.Contestant;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;

import org.springframework.context.support.StaticApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ScriptUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * The peers in a database: ShedLock by the database's time, and Spring Integration.
 */
final class SqlPeers implements AutoCloseable {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final StaticApplicationContext context = new StaticApplicationContext();

	private final JdbcTemplateLockProvider shedLock;

	private final DefaultLockRepository repository;

	private final JdbcLockRegistry integration;

	SqlPeers(HikariDataSource database, String script) throws SQLException {
		JdbcTemplate jdbc = new JdbcTemplate(database);
		jdbc.execute("create table shedlock (name varchar(64) primary key, lock_until timestamp(3) not null, "
				+ "locked_at timestamp(3) not null, locked_by varchar(255) not null)");
		try (Connection connection = database.getConnection()) {
			ScriptUtils.executeSqlScript(connection,
					new ClassPathResource("org/springframework/integration/jdbc/" + script));
		}
		this.shedLock = new JdbcTemplateLockProvider(
				JdbcTemplateLockProvider.Configuration.builder().withJdbcTemplate(jdbc).usingDbTime().build());
		this.repository = new DefaultLockRepository(database);
		this.repository.setApplicationContext(this.context);
		this.repository.setTransactionManager(new JdbcTransactionManager(database));
		this.repository.afterPropertiesSet();
		this.repository.afterSingletonsInstantiated();
		this.repository.start();
		this.integration = new JdbcLockRegistry(this.repository);
	}

	List<Contestant> uncontended() {
		return List.of(Contestant.of("ShedLock, database time", this::shedLock),
				Contestant.of("Spring Integration", this::integration));
	}

	List<Contestant> waiting() {
		return List.of(Contestant.of("Spring Integration", this::integration));
	}

	private void shedLock(String key) {
		this.shedLock.lock(new LockConfiguration(Instant.now(), key, LEASE, Duration.ZERO))
			.orElseThrow(() -> new IllegalStateException("ShedLock did not lock"))
			.unlock();
	}

	private void integration(String key) {
		Lock lock = this.integration.obtain(key);
		lock.lock();
		lock.unlock();
	}

	@Override
	public void close() {
		this.repository.close();
		this.context.close();
	}

}
