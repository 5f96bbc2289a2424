// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.util.Objects;

import io.distlock.testserver.jdbc.PostgresServer;

/**
 * One PostgreSQL primary and two standbys. With synchronous replication, a commit waits
 * for one standby.
 */
final class ReplicatedPostgresStore extends ReplicatedSqlStore<PostgresServer> {

	private final String name;

	private final boolean synchronous;

	private ReplicatedPostgresStore(String name, boolean synchronous) {
		super(SqlAdministration.POSTGRESQL);
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

	@Override
	public String version() {
		return "%s, one primary, two standbys, %s".formatted(super.version(),
				this.synchronous ? "synchronous" : "asynchronous");
	}

	@Override
	public boolean listens() {
		return true;
	}

	@Override
	public boolean acknowledges() {
		return this.synchronous;
	}

	@Override
	PostgresServer newServer() {
		return new PostgresServer("fsync=off", "max_connections=200", "wal_keep_size=512MB",
				"wal_retrieve_retry_interval=100ms", "hot_standby_feedback=on");
	}

	/**
	 * The standbys copy the setting for synchronous commits, which is in effect when they
	 * follow.
	 */
	@Override
	void prepare(PostgresServer primary) {
		if (this.synchronous) {
			admin().execute("alter system set synchronous_standby_names = 'ANY 1 (*)'");
		}
	}

	@Override
	void follow(PostgresServer standby, PostgresServer primary, int port) {
		standby.copy(primary, port);
		standby.start();
	}

	@Override
	void awaitAcknowledgements(PostgresServer primary) {
		admin().execute("select pg_reload_conf()");
	}

	@Override
	long received(PostgresServer standby) {
		return standby.received();
	}

	@Override
	void promote(PostgresServer standby) {
		standby.promote();
	}

	@Override
	boolean isComplete() {
		return Objects.equals(STANDBYS, admin()
			.queryForObject("select count(*) from pg_stat_replication where state = 'streaming'", Integer.class));
	}

}
