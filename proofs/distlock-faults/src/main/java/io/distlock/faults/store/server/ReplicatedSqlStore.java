// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.distlock.faults.store.ReplicatedStore;
import io.distlock.testserver.jdbc.DatabaseServer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * One primary of a database and two standbys, which follow the primary through relays.
 *
 * @param <S> the type of the servers
 */
abstract class ReplicatedSqlStore<S extends DatabaseServer> extends AbstractSqlStore implements ReplicatedStore {

	static final int STANDBYS = 2;

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final ReplicaRelays<S> relays = new ReplicaRelays<>();

	private List<S> servers = List.of();

	private @Nullable S primary;

	private @Nullable S former;

	private String url = "";

	ReplicatedSqlStore(SqlAdministration administration) {
		super(administration);
	}

	abstract S newServer();

	/**
	 * Change settings of the first primary, before standbys copy its data.
	 */
	void prepare(S primary) {
	}

	/**
	 * Replace the data of a standby, which does not run, by a copy of the primary, and
	 * start it.
	 * @param port the port at which the standby reaches the primary
	 */
	abstract void follow(S standby, S primary, int port);

	/**
	 * Make the commits of the first primary wait for a standby, where they do.
	 */
	abstract void awaitAcknowledgements(S primary);

	/**
	 * Return how much of the log of the primary a standby has received.
	 */
	abstract long received(S standby);

	abstract void promote(S standby);

	/**
	 * Return whether all standbys receive what the primary commits.
	 */
	abstract boolean isComplete();

	@Override
	public final void start() {
		S first = newServer();
		this.primary = first;
		this.servers = Stream.concat(Stream.of(first), Stream.generate(this::newServer).limit(STANDBYS)).toList();
		this.relays.open(this.servers, first);
		first.start();
		this.url = newDatabase(first);
		prepare(first);
		standbys().forEach(this::follow);
		awaitAcknowledgements(first);
		awaitStandbys();
	}

	@Override
	public final List<S> servers() {
		return this.servers;
	}

	@Override
	public final List<Integer> ports() {
		return List.of(primary().port());
	}

	@Override
	public final Map<String, String> properties(List<Integer> ports) {
		return properties(url(ports.get(0)), primary().user(), "");
	}

	/**
	 * Commits wait until a standby has found the primary.
	 */
	@Override
	public final Duration recovery() {
		return Duration.ofSeconds(5);
	}

	@Override
	public final void restart() {
		super.restart();
		awaitStandbys();
	}

	@Override
	public final void holdBack(int replicas) {
		this.relays.holdBack(standbys().subList(0, replicas));
	}

	@Override
	public final void killPrimary() {
		primary().kill();
	}

	/**
	 * Promotes the standby that has received the most, which has all commits that any
	 * standby has acknowledged.
	 */
	@Override
	public final int promote() {
		this.relays.refuse();
		S next = standbys().stream().max(Comparator.comparingLong(this::received)).orElseThrow();
		this.former = this.primary;
		this.primary = next;
		promote(next);
		this.relays.leadAll(next);
		return next.port();
	}

	/**
	 * Copies the data again: the former primary may have commits that it did not send.
	 */
	@Override
	public final void rejoin() {
		S standby = Objects.requireNonNull(this.former);
		standby.kill();
		follow(standby);
		awaitStandbys();
	}

	final S primary() {
		return Objects.requireNonNull(this.primary);
	}

	final List<S> standbys() {
		return this.servers.stream().filter((server) -> server != this.primary).toList();
	}

	private void follow(S standby) {
		follow(standby, primary(), this.relays.lead(standby, primary()));
	}

	private void awaitStandbys() {
		Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(this::isComplete);
	}

	@Override
	final JdbcTemplate admin() {
		return new JdbcTemplate(primary().dataSource(url(primary().port())));
	}

	private String url(int port) {
		return this.url.replaceFirst(":\\d+/", ":" + port + "/");
	}

	@Override
	public final void close() {
		super.close();
		this.relays.close();
	}

}
