// SPDX-License-Identifier: Apache-2.0

package io.distlock.transactional.internal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import com.zaxxer.hikari.HikariDataSource;
import io.distlock.LockNotAcquiredException;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.transactional.TransactionLockException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A server that undoes the whole transaction after a timeout, so that nothing may go on
 * in it.
 */
@Tag("databases")
class UndoneTransactionTests {

	private final ExecutorService threads = Executors.newCachedThreadPool();

	@Test
	void timeoutThatUndoesTheTransactionIsNotTakenForABusyLock() throws Exception {
		try (MariaDbServer server = new MariaDbServer("--innodb-rollback-on-timeout=ON")) {
			server.start();
			try (Node node = new Node(pool(server)); Node other = new Node(Node.pool(node.pool, 3))) {
				node.jdbc.execute("create table sale (id int primary key)");
				whileHeld(node, () -> buy(other));
				assertThat(node.jdbc.queryForObject("select count(*) from sale", Integer.class)).isZero();
			}
		}
		finally {
			this.threads.shutdownNow();
		}
	}

	private static void buy(Node node) {
		assertThatExceptionOfType(TransactionLockException.class).isThrownBy(() -> node.run(() -> {
			node.jdbc.update("insert into sale values (1)");
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> node.locks.lock("a", Duration.ZERO));
			assertThatExceptionOfType(TransactionLockException.class)
				.isThrownBy(() -> node.locks.lock("a", Duration.ofSeconds(1)))
				.withMessageContaining("innodb_rollback_on_timeout");
			node.jdbc.update("insert into sale values (2)");
		}));
	}

	private void whileHeld(Node node, Runnable work) throws Exception {
		CountDownLatch locked = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		Future<?> holder = this.threads.submit(() -> node.run(() -> {
			node.locks.lock("a");
			locked.countDown();
			await(end);
		}));
		await(locked);
		work.run();
		end.countDown();
		holder.get(60, TimeUnit.SECONDS);
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static HikariDataSource pool(MariaDbServer server) {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(server.newDatabase());
		pool.setUsername(server.user());
		pool.setMaximumPoolSize(3);
		return pool;
	}

}
