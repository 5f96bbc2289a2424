// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.distlock.faults.store.PooledStore;
import io.distlock.faults.store.ReplicatedStore;
import io.distlock.faults.store.StatementStore;
import io.distlock.jdbc.JdbcLockSchema;
import io.distlock.jdbc.JdbcLockSettings;
import io.distlock.testserver.jdbc.PostgresServer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * One PostgreSQL primary and two standbys, which follow the primary through relays. With
 * synchronous replication, a commit waits for one standby; the standby that has received
 * the most has all commits that were acknowledged.
 */
final class ReplicatedPostgresStore implements PooledStore, StatementStore, ReplicatedStore {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final int SERVERS = 3;

	private final String name;

	private final boolean synchronous;

	private final ReplicaRelays<PostgresServer> relays = new ReplicaRelays<>();

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
		this.relays.open(this.servers, first);
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
		return SqlStore.properties(url(ports.get(0)), primary().user(), "");
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
		this.relays.holdBack(standbys().subList(0, replicas));
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
		this.relays.reset();
		next.promote();
		this.relays.leadAll(next);
		return next.port();
	}

	/**
	 * Copies the data again, because only {@code pg_rewind} could undo the commits that
	 * the former primary did not send.
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
		standby.copy(primary(), this.relays.lead(standby, primary()));
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
		return new JdbcTemplate(primary().dataSource(url(primary().port())));
	}

	private String url(int port) {
		return this.url.replaceFirst(":\\d+/", ":" + port + "/");
	}

	@Override
	public void close() {
		PooledStore.super.close();
		this.relays.close();
	}

}
