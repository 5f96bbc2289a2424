// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.distlock.redis.RedisClients;
import io.distlock.redis.internal.check.EvictionCheck;
import io.distlock.redis.internal.check.UnsafeRedisServerException;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.testserver.redis.RedisReplication;
import io.distlock.testserver.redis.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What is said about independent masters before locks are kept in them.
 */
@Tag("timing")
@Tag("proof")
class RedlockServerCheckTests {

	private static final Duration QUARANTINE = Duration.ofMinutes(1);

	private static final Duration NONE = Duration.ZERO;

	private final List<AutoCloseable> open = new ArrayList<>();

	@AfterEach
	void close() throws Exception {
		for (AutoCloseable each : this.open) {
			each.close();
		}
	}

	@Test
	void mastersThatForgetAreWarnedOfOnlyWithoutAQuarantine() {
		List<RedisServer> masters = List.of(server(), server(), server("--appendonly", "yes"));
		assertThat(check(masters, EvictionCheck.FAIL, QUARANTINE)).isEmpty();
		assertThat(check(masters, EvictionCheck.FAIL, NONE)).hasSize(2)
			.allSatisfy(
					(warning) -> assertThat(warning).contains("loses held locks", "distlock.redis.redlock.quarantine"))
			.satisfiesExactly((warning) -> assertThat(warning).contains("master a "),
					(warning) -> assertThat(warning).contains("master b "));
	}

	@Test
	void masterThatEvictsIsRefusedOrWarnedOf() {
		List<RedisServer> masters = List.of(server(), server(),
				server("--maxmemory", "50mb", "--maxmemory-policy", "volatile-lru"));
		assertThatExceptionOfType(UnsafeRedisServerException.class)
			.isThrownBy(() -> check(masters, EvictionCheck.FAIL, QUARANTINE))
			.withMessageStartingWith("Redis master c evicts keys");
		assertThat(check(masters, EvictionCheck.WARN, QUARANTINE)).singleElement()
			.satisfies((warning) -> assertThat(warning).startsWith("Redis master c evicts keys"));
		assertThat(check(masters, EvictionCheck.OFF, QUARANTINE)).isEmpty();
	}

	@Test
	void replicasAndMastersThatHaveSomeAreWarnedOf() {
		RedisReplication replication = new RedisReplication("--appendonly", "yes").start();
		this.open.add(replication);
		assertThat(
				check(List.of(replication.master(), server(), replication.replica(0)), EvictionCheck.FAIL, QUARANTINE))
			.satisfiesExactly((warning) -> assertThat(warning).contains("master a has 2 replica(s)"),
					(warning) -> assertThat(warning).contains("master c is a replica"));
	}

	@Test
	void mastersThatAreDownAreWarnings() {
		List<RedisServer> masters = List.of(server(), new RedisServer(), new RedisServer());
		assertThat(check(masters, EvictionCheck.FAIL, QUARANTINE)).satisfiesExactly(
				(warning) -> assertThat(warning).contains("Could not inspect Redis master b"),
				(warning) -> assertThat(warning).contains("Could not inspect Redis master c"),
				(warning) -> assertThat(warning).contains("1 of 3", "until 2 do"));
	}

	@Test
	void oneServerUnderTwoNamesIsRefused() {
		RedisServer twice = server();
		assertThatExceptionOfType(UnsafeRedisServerException.class)
			.isThrownBy(() -> check(List.of(twice, server(), twice), EvictionCheck.OFF, QUARANTINE))
			.withMessageContaining("a and c are the same one")
			.withMessageContaining(twice.info("run_id"));
	}

	private RedisServer server(String... options) {
		RedisServer server = new RedisServer(options).start();
		this.open.add(server);
		return server;
	}

	private List<String> check(List<RedisServer> masters, EvictionCheck eviction, Duration quarantine) {
		Map<String, RedisTransport> transports = new LinkedHashMap<>();
		for (RedisServer master : masters) {
			RedisClients.Client client = RedisClients.LETTUCE.connect(master.host(), master.port());
			this.open.add(client);
			transports.put(String.valueOf((char) ('a' + transports.size())), client.transports().get());
		}
		return new RedlockServerCheck(eviction).check(transports, quarantine);
	}

}
