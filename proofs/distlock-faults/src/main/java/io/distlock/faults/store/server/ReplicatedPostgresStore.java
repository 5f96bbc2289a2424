// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.distlock.faults.store.PooledStore;
import io.distlock.faults.store.ReplicatedStore;
import io.distlock.faults.store.StatementStore;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.testserver.jdbc.PostgresServer;
import io.distlock.testserver.relay.FaultyRelay;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * One PostgreSQL primary and two standbys, each of which follows the primary through a
 * relay of its own. With synchronous replication, a commit waits for one standby; the
 * standby that has received the most has all commits that were acknowledged.
 */
final class ReplicatedPostgresStore implements PooledStore, StatementStore, ReplicatedStore {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final int SERVERS = 3;

	private final String name;

	private final boolean synchronous;

	private final Map<PostgresServer, FaultyRelay> followed = new HashMap<>();

	private List<PostgresServer> servers = List.of();

	private @Nullable PostgresServer primary;

	private @Nullable PostgresServer former;

	private String url = "";

	private ReplicatedPostgresStore(String name, boolean synchronous) {
		this.name = name;
		this.synchronous = synchronous;
	}

	static ReplicatedPostgresStore asynchronous() {
		return new ReplicatedPostgresStore("postgresql-replicas", false);
	}

	static ReplicatedPostgresStore synchronous() {
		return new ReplicatedPostgresStore("postgresql-replicas-sync", true);
	}

	@Override
	public String name() {
		return this.name;
	}

	/**
	 * The standbys copy the setting for synchronous commits, which is in effect when they
	 * follow.
	 */
	@Override
	public void start() {
		PostgresServer first = newServer();
		this.primary = first;
		this.servers = List.of(first, newServer(), newServer());
		this.servers.forEach((server) -> this.followed.put(server, new FaultyRelay(first.port())));
		first.start();
		this.url = first.newDatabase();
		new JdbcLockSchema(first.dataSource(this.url), JdbcLockSettings.DEFAULT_TABLE_PREFIX).create();
		if (this.synchronous) {
			admin().execute("alter system set synchronous_standby_names = 'ANY 1 (*)'");
		}
		standbys().forEach(this::follow);
		admin().execute("select pg_reload_conf()");
		awaitStandbys();
	}

	private static PostgresServer newServer() {
		return new PostgresServer("fsync=off", "max_connections=200", "wal_keep_size=512MB",
				"wal_retrieve_retry_interval=100ms", "hot_standby_feedback=on");
	}

	@Override
	public String version() {
		return "%s, one primary, two standbys, %s".formatted(SqlAdministration.POSTGRESQL.version(admin()),
				this.synchronous ? "synchronous" : "asynchronous");
	}

	@Override
	public List<PostgresServer> servers() {
		return this.servers;
	}

	@Override
	public List<Integer> ports() {
		return List.of(primary().port());
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		String relayed = this.url.replaceFirst(":\\d+/", ":" + ports.get(0) + "/");
		return SqlStore.properties(relayed, primary().user());
	}

	@Override
	public boolean listens() {
		return true;
	}

	@Override
	public boolean readsServerClock() {
		return true;
	}

	@Override
	public Duration commandTimeout() {
		return SqlStore.COMMAND_TIMEOUT;
	}

	/**
	 * Commits wait until a standby has found the primary.
	 */
	@Override
	public Duration recovery() {
		return Duration.ofSeconds(5);
	}

	@Override
	public List<String> held(String part) {
		return SqlStore.held(admin(), part);
	}

	@Override
	public void killConnections() {
		SqlAdministration.POSTGRESQL.killConnections(admin());
	}

	@Override
	public void cancelStatements() {
		SqlAdministration.POSTGRESQL.cancelStatements(admin());
	}

	@Override
	public void restart() {
		PooledStore.super.restart();
		awaitStandbys();
	}

	@Override
	public boolean acknowledges() {
		return this.synchronous;
	}

	@Override
	public void holdBack(int replicas) {
		standbys().stream().limit(replicas).map(this.followed::get).forEach((relay) -> {
			relay.holdAnswers();
			relay.holdRequests();
		});
	}

	@Override
	public void killPrimary() {
		primary().kill();
	}

	@Override
	public int promote() {
		List<PostgresServer> standbys = standbys();
		this.former = this.primary;
		PostgresServer next = standbys.stream().max(Comparator.comparingLong(PostgresServer::received)).orElseThrow();
		this.primary = next;
		this.followed.values().forEach(FaultyRelay::reset);
		next.promote();
		this.followed.values().forEach((relay) -> {
			relay.lead(next.port());
			relay.reset();
			relay.heal();
		});
		return next.port();
	}

	/**
	 * What the former primary has alone is not undone without {@code pg_rewind}, so its
	 * data is copied again.
	 */
	@Override
	public void rejoin() {
		PostgresServer standby = Objects.requireNonNull(this.former);
		standby.kill();
		follow(standby);
		awaitStandbys();
	}

	private PostgresServer primary() {
		return Objects.requireNonNull(this.primary);
	}

	private List<PostgresServer> standbys() {
		return this.servers.stream().filter((server) -> server != this.primary).toList();
	}

	private void follow(PostgresServer standby) {
		FaultyRelay relay = Objects.requireNonNull(this.followed.get(standby));
		relay.lead(primary().port());
		standby.copy(primary(), relay.port());
		standby.start();
	}

	private void awaitStandbys() {
		Awaitility.await()
			.atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(50))
			.until(() -> Objects.equals(SERVERS - 1, admin()
				.queryForObject("select count(*) from pg_stat_replication where state = 'streaming'", Integer.class)));
	}

	private JdbcTemplate admin() {
		return new JdbcTemplate(primary().dataSource(this.url.replaceFirst(":\\d+/", ":" + primary().port() + "/")));
	}

	@Override
	public void close() {
		PooledStore.super.close();
		this.followed.values().forEach(FaultyRelay::close);
	}

}
