// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.distlock.faults.store.LedStore;
import io.distlock.faults.store.SessionStore;
import io.distlock.testserver.ServerProcess;
import io.distlock.testserver.relay.FaultyRelay;
import io.distlock.testserver.zookeeper.ZooKeeperEnsemble;

/**
 * Three ZooKeeper servers.
 */
final class ZooKeeperEnsembleStore implements SessionStore, LedStore {

	/**
	 * Less than a session, so that the others go on while its holder is alive.
	 */
	private static final Duration SERVER_PATIENCE = Duration.ofMillis(1500);

	private final ZooKeeperEnsemble ensemble = new ZooKeeperEnsemble(SERVER_PATIENCE);

	private final ZooKeeperSessions sessions = new ZooKeeperSessions();

	@Override
	public String name() {
		return "zookeeper-ensemble";
	}

	@Override
	public void start() {
		this.ensemble.start();
	}

	@Override
	public List<? extends ServerProcess> servers() {
		return this.ensemble.servers();
	}

	@Override
	public String version() {
		return ZooKeeperSessions.version() + ", three servers";
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		return this.sessions.properties(ports);
	}

	@Override
	public void vary(Random random) {
		this.sessions.vary(random);
	}

	@Override
	public String variant() {
		return this.sessions.variant();
	}

	@Override
	public Duration commandTimeout() {
		return ZooKeeperSessions.COMMAND_TIMEOUT;
	}

	@Override
	public Duration deadHolder(Duration lease) {
		return this.sessions.deadHolder();
	}

	/**
	 * The servers have to find that one does not answer, and to elect a leader.
	 */
	@Override
	public Duration recovery() {
		return SERVER_PATIENCE.plusSeconds(2);
	}

	@Override
	public int spare() {
		return 1;
	}

	@Override
	public int leader() {
		return ports().indexOf(this.ensemble.leader());
	}

	@Override
	public void restart(int server) {
		this.ensemble.start();
	}

	@Override
	public void thaw() {
		this.ensemble.thaw();
	}

	@Override
	public void restart() {
		this.ensemble.start();
	}

	@Override
	public void expireSessions(List<FaultyRelay> relays) throws Exception {
		this.sessions.expire(this.ensemble.leader(), relays);
	}

	@Override
	public List<String> held(String part) {
		return ZooKeeperSessions.held(this.ensemble.leader(), part);
	}

}
