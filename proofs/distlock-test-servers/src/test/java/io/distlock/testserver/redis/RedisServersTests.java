// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.redis;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The Redis nodes that other tests rely on.
 */
@Tag("timing")
class RedisServersTests {

	@Test
	void nodeComesBackAfterKillWithItsDataWhereItWritesThemToDisk() {
		try (RedisServer server = new RedisServer("--appendonly", "yes").start()) {
			server.send("SET", "kept", "1");
			server.kill();
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> server.send("GET", "kept"));
			server.start();
			assertThat(server.send("GET", "kept")).isEqualTo("1");
			server.restartEmpty();
			assertThat(server.send("GET", "kept")).isNull();
		}
	}

	@Test
	void commandsThatAreSentTogetherHaveTheirReplies() {
		try (RedisConsole console = RedisServer.shared().console()) {
			assertThat(console.pipeline(List.of(new Object[] { "ECHO", "one" }, new Object[] { "ECHO", "two" })))
				.containsExactly("one", "two");
		}
	}

	@Test
	void nodeComesBackEmptyWhereItWritesNothing() {
		try (RedisServer server = new RedisServer().start()) {
			String first = server.info("run_id");
			server.send("SET", "lost", "1");
			server.restart();
			assertThat(server.send("GET", "lost")).isNull();
			assertThat(server.info("run_id")).isNotEqualTo(first);
		}
	}

	@Test
	void frozenNodeAnswersAgainWhenThawed() {
		try (RedisServer server = new RedisServer().start();
				RedisConsole console = new RedisConsole(server.port(), Duration.ofMillis(300))) {
			server.freeze();
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> console.send("PING"));
			server.thaw();
			assertThat(server.send("PING")).isEqualTo("PONG");
		}
	}

	@Test
	void replicaHasWhatWasAcknowledgedAndTakesOver() {
		try (RedisReplication replication = new RedisReplication().start()) {
			replication.master().send("SET", "copied", "1");
			replication.awaitAcknowledgements(2);
			replication.master().kill();
			replication.promote(replication.replica(1));
			assertThat(replication.replica(1).send("GET", "copied")).isEqualTo("1");
			assertThat(replication.replica(1).send("SET", "written", "1")).isEqualTo("OK");
		}
	}

	@Test
	void sentinelsPromoteAReplica() {
		try (RedisSentinel sentinel = new RedisSentinel().start()) {
			RedisServer old = sentinel.master();
			RedisServer promoted = sentinel.failOver();
			assertThat(promoted.port()).isNotEqualTo(old.port());
			assertThat(promoted.send("SET", "written", "1")).isEqualTo("OK");
		}
	}

	@Test
	void clusterSharesSlotsAndMovesOne() {
		try (RedisCluster cluster = new RedisCluster().start()) {
			int slot = cluster.slot("{tag}");
			RedisServer source = cluster.owner(slot);
			RedisServer target = cluster.nodes().stream().filter((node) -> node != source).findFirst().orElseThrow();
			source.send("MSET", "{tag}:1", "one", "{tag}:2", "two");
			cluster.beginMigration(slot, target);
			assertThat(cluster.migrateKeys(slot, target, 1)).isEqualTo(1);
			assertThatExceptionOfType(RedisConsole.ErrorReply.class)
				.isThrownBy(() -> source.send("MGET", "{tag}:1", "{tag}:2"))
				.withMessageContaining("TRYAGAIN");
			cluster.migrateKeys(slot, target, 10);
			cluster.endMigration(slot, target);
			assertThat(cluster.owner(slot)).isSameAs(target);
			assertThat(target.send("MGET", "{tag}:1", "{tag}:2")).isEqualTo(List.of("one", "two"));
			assertThatExceptionOfType(RedisConsole.ErrorReply.class).isThrownBy(() -> source.send("GET", "{tag}:1"))
				.withMessageContaining("MOVED " + slot + " " + target.address());
		}
	}

	@Test
	void mastersKnowNothingOfEachOther() {
		try (RedisMasters masters = new RedisMasters().start()) {
			masters.get(0).send("SET", "only-here", "1");
			assertThat(masters.all().stream().filter((node) -> node.send("GET", "only-here") != null)).hasSize(1);
			assertThat(masters.all().stream().map((node) -> node.info("run_id"))).doesNotHaveDuplicates();
		}
	}

}
