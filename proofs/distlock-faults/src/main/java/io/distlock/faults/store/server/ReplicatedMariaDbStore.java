// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import io.distlock.testserver.jdbc.MariaDbServer;

/**
 * One MariaDB primary and two replicas with global transaction identifiers. Replication
 * is semi-synchronous: a transaction becomes visible, and its commit is answered, after a
 * replica has acknowledged it. The server stops to wait for replicas, without an error,
 * after {@code rpl_semi_sync_master_timeout}. The timeout is longer than any campaign; by
 * default it is ten seconds, and a commit after that is lost by a failover. Neither
 * {@code KILL QUERY} nor {@code max_statement_time} ends the wait.
 */
final class ReplicatedMariaDbStore extends ReplicatedSqlStore<MariaDbServer> {

	private static final int ACKNOWLEDGED_WITHIN_MILLIS = 24 * 60 * 60 * 1000;

	ReplicatedMariaDbStore() {
		super(SqlAdministration.MYSQL);
	}

	@Override
	public String name() {
		return "mariadb-replicas";
	}

	@Override
	public String version() {
		return super.version() + ", one primary, two replicas, semi-synchronous";
	}

	@Override
	public boolean acknowledges() {
		return true;
	}

	/**
	 * A replica that stops to follow gives up after a second to tell a primary that does
	 * not answer.
	 */
	@Override
	MariaDbServer newServer() {
		return new MariaDbServer("--innodb-flush-log-at-trx-commit=2", "--innodb-log-file-size=16M", "--log-bin=binlog",
				"--binlog-format=row", "--relay-log=relay", "--log-slave-updates", "--gtid-strict-mode=1",
				"--rpl-semi-sync-slave-enabled=1", "--rpl-semi-sync-slave-kill-conn-timeout=1",
				"--rpl-semi-sync-master-wait-point=AFTER_SYNC",
				"--rpl-semi-sync-master-timeout=" + ACKNOWLEDGED_WITHIN_MILLIS);
	}

	@Override
	void follow(MariaDbServer standby, MariaDbServer primary, int port) {
		standby.follow(primary, port);
	}

	@Override
	void awaitAcknowledgements(MariaDbServer primary) {
		primary.lead();
	}

	@Override
	long received(MariaDbServer standby) {
		return standby.received();
	}

	@Override
	void promote(MariaDbServer standby) {
		standby.promote();
	}

	@Override
	boolean isComplete() {
		return standbys().stream().allMatch(MariaDbServer::follows);
	}

}
