// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.util.List;
import java.util.Map;

import io.distlock.testserver.OptionalTool;
import io.distlock.testserver.ServerProcess;
import io.distlock.testserver.jdbc.PgBouncer;
import io.distlock.testserver.jdbc.PostgresServer;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * One PostgreSQL server, which nodes reach through PgBouncer in transaction mode only.
 * Faults of the store hit the server and PgBouncer in turn.
 */
final class PgBouncerStore extends AbstractSqlStore {

	private PostgresServer server;

	private PgBouncer bouncer;

	private String url = "";

	private int kills;

	private int freezes;

	@SuppressWarnings("NullAway.Init")
	PgBouncerStore() {
		super(SqlAdministration.POSTGRESQL);
	}

	@Override
	public @Nullable String obstacle() {
		return PgBouncer.installed().isPresent() ? null : OptionalTool.PGBOUNCER.absent();
	}

	@Override
	public String name() {
		return "postgresql-bouncer";
	}

	/**
	 * By default, PgBouncer refuses all clients for up to 15 s after a failed login.
	 */
	@Override
	public void start() {
		this.server = new PostgresServer("fsync=off", "max_connections=200", "wal_writer_delay=10s",
				"wal_writer_flush_after=1GB");
		this.server.start();
		this.url = newDatabase(this.server);
		this.bouncer = PgBouncer.start(PgBouncer.installed().orElseThrow(), this.server, "default_pool_size = 20",
				"idle_transaction_timeout = 10", "server_login_retry = 1");
	}

	@Override
	public List<ServerProcess> servers() {
		return (this.bouncer != null) ? List.of(this.server, this.bouncer) : List.of();
	}

	@Override
	public List<Integer> ports() {
		return List.of(this.bouncer.port());
	}

	@Override
	public String version() {
		return "%s behind PgBouncer %s".formatted(super.version(), this.bouncer.version());
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		String relayed = this.bouncer.url(this.url).replace(":" + this.bouncer.port() + "/", ":" + ports.get(0) + "/");
		return properties(relayed, this.server.user(), "");
	}

	@Override
	public void kill() {
		servers().get(this.kills++ % 2).kill();
	}

	@Override
	public void freeze() {
		servers().get(this.freezes++ % 2).freeze();
	}

	@Override
	public void restart() {
		servers().stream().filter((process) -> !process.isAlive()).forEach(ServerProcess::restart);
	}

	@Override
	JdbcTemplate admin() {
		return new JdbcTemplate(this.server.dataSource(this.url));
	}

}
