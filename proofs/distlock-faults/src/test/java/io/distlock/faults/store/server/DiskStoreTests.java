// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

import io.distlock.faults.store.DiskStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of stores on a small disk: they take no writes while the disk is full.
 */
@Tag("timing")
class DiskStoreTests {

	@Test
	void postgresEndsOnFullDiskAndStartsAgain() throws Exception {
		try (SqlStore store = SqlStore.postgresql()) {
			start(store);
			createTable(store);
			store.fillDisk();
			Awaitility.await()
				.atMost(Duration.ofSeconds(30))
				.until(() -> store.servers().stream().noneMatch((server) -> server.isAlive()));
			store.freeDisk();
			write(store).get();
		}
	}

	@Test
	void mariaDbWaitsForSpaceUntilItStartsAgain() throws Exception {
		try (SqlStore store = SqlStore.mariadb()) {
			start(store);
			createTable(store);
			store.fillDisk();
			assertThat(write(store)).failsWithin(Duration.ofSeconds(2)).withThrowableOfType(TimeoutException.class);
			store.freeDisk();
			write(store).get();
		}
	}

	@Test
	void redisRefusesWritesUntilThereIsSpace() {
		try (RedisStore store = new RedisStore()) {
			start(store);
			store.fillDisk();
			Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !writes(store));
			store.freeDisk();
			Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> writes(store));
		}
	}

	private static void start(DiskStore store) {
		String obstacle = store.diskObstacle();
		Assumptions.assumeTrue(obstacle == null, obstacle);
		store.limitDisk();
		store.start();
	}

	private static void createTable(SqlStore store) {
		store.admin().execute("create table ROOM_TESTED (content varchar(4000))");
	}

	private static CompletableFuture<Void> write(SqlStore store) {
		return CompletableFuture.runAsync(() -> {
			for (int row = 0; row < 4; row++) {
				store.admin().execute("insert into ROOM_TESTED values (repeat('x', 3000))");
			}
		});
	}

	private static boolean writes(RedisStore store) {
		try {
			store.servers().get(0).send("SET", "room", "x".repeat(10_000));
			return true;
		}
		catch (RuntimeException ex) {
			return false;
		}
	}

}
