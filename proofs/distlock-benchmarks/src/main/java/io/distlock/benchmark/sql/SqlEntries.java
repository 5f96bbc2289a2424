// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.sql;

import java.util.List;
import java.util.concurrent.locks.Lock;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.ShedLocks;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Locker;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;

import org.springframework.context.support.StaticApplicationContext;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * distlock and the peers in a database: ShedLock by the database's time, and Spring
 * Integration. The address is the URL of a {@link BenchDatabase}.
 */
final class SqlEntries {

	private SqlEntries() {
	}

	static List<Entry> all() {
		return List.of(new Entry("distlock", true, SqlEntries::distlock),
				new Entry("ShedLock, database time", false, SqlEntries::shedLock),
				new Entry("Spring Integration", true, SqlEntries::integration));
	}

	private static Locker distlock(String address) {
		BenchDatabase database = BenchDatabase.parse(address);
		return DistlockNode.start("distlock", "distlock.provider=jdbc", "distlock.jdbc.initialize-schema=always",
				"spring.datasource.url=" + database.url(), "spring.datasource.username=" + database.user());
	}

	private static Locker shedLock(String address) {
		HikariDataSource pool = BenchDatabase.parse(address).pool();
		JdbcTemplateLockProvider provider = new JdbcTemplateLockProvider(
				JdbcTemplateLockProvider.Configuration.builder()
					.withJdbcTemplate(new JdbcTemplate(pool))
					.usingDbTime()
					.build());
		return ShedLocks.locker("ShedLock, database time", provider, pool);
	}

	private static Locker integration(String address) {
		HikariDataSource pool = BenchDatabase.parse(address).pool();
		StaticApplicationContext context = new StaticApplicationContext();
		DefaultLockRepository repository = new DefaultLockRepository(pool);
		repository.setApplicationContext(context);
		repository.setTransactionManager(new JdbcTransactionManager(pool));
		repository.afterPropertiesSet();
		repository.afterSingletonsInstantiated();
		repository.start();
		JdbcLockRegistry registry = new JdbcLockRegistry(repository);
		return Locker.of("Spring Integration", (key) -> {
			Lock lock = registry.obtain(key);
			lock.lock();
			return lock::unlock;
		}, () -> {
			repository.close();
			context.close();
			pool.close();
		});
	}

}
