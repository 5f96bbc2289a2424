// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.stores;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.distlock.benchmark.DistlockNode;
import io.distlock.benchmark.measure.Entry;
import io.distlock.testserver.ConsulServer;
import io.distlock.testserver.EtcdServer;
import io.distlock.testserver.MemcachedServer;
import io.distlock.testserver.NatsServer;
import io.distlock.testserver.OptionalTool;
import io.distlock.testserver.jdbc.DatabaseServer;
import io.distlock.testserver.jdbc.MariaDbServer;
import io.distlock.testserver.jdbc.PostgresServer;
import io.distlock.testserver.redis.RedisServer;
import io.distlock.testserver.zookeeper.ZooKeeperServers;
import org.apache.curator.test.TestingServer;
import org.jspecify.annotations.Nullable;

/**
 * A store with one server.
 *
 * @param name what the tables call it
 * @param tool what the machine needs for it, {@code null} if the server comes along
 * @param starting starts the server
 * @param properties the properties of an application, from the address of the server
 */
record MeasuredStore(String name, @Nullable OptionalTool tool, Callable<Running> starting,
		Function<String, List<String>> properties) {

	static final List<MeasuredStore> ALL = List.of(
			new MeasuredStore("Redis", null, MeasuredStore::redis,
					(port) -> List.of("distlock.provider=redis", "spring.data.redis.port=" + port)),
			new MeasuredStore("PostgreSQL", null, () -> database(new PostgresServer("fsync=on", "max_connections=400")),
					MeasuredStore::jdbc),
			new MeasuredStore("MariaDB", null,
					() -> database(new MariaDbServer("--innodb-flush-log-at-trx-commit=1", "--max-connections=400")),
					MeasuredStore::jdbc),
			new MeasuredStore("ZooKeeper", null, MeasuredStore::zooKeeper,
					(servers) -> List.of("distlock.provider=zookeeper",
							"distlock.zookeeper.connect-string=" + servers)),
			new MeasuredStore("etcd", OptionalTool.ETCD, MeasuredStore::etcd,
					(url) -> List.of("distlock.provider=etcd", "distlock.etcd.endpoints=" + url)),
			new MeasuredStore("Consul", OptionalTool.CONSUL, MeasuredStore::consul,
					(url) -> List.of("distlock.provider=consul", "distlock.consul.url=" + url)),
			new MeasuredStore("Memcached", OptionalTool.MEMCACHED, MeasuredStore::memcached,
					(server) -> List.of("distlock.provider=memcached", "distlock.memcached.servers=" + server)),
			new MeasuredStore("NATS", OptionalTool.NATS, MeasuredStore::nats,
					(url) -> List.of("distlock.provider=nats", "distlock.nats.servers=" + url)));

	private static final String NEXT = "\n";

	private static final String IS = "\t";

	boolean isPresent() {
		return this.tool == null || this.tool.program().isPresent();
	}

	Running start() throws Exception {
		return this.starting.call();
	}

	/**
	 * Return distlock with this store. The address is that of all stores.
	 */
	Entry entry() {
		return new Entry(this.name, true, (addresses) -> {
			String address = Arrays.stream(addresses.split(NEXT))
				.filter((line) -> line.startsWith(this.name + IS))
				.map((line) -> line.substring(this.name.length() + IS.length()))
				.findFirst()
				.orElseThrow();
			return DistlockNode.start(this.name, this.properties.apply(address).toArray(String[]::new));
		});
	}

	/**
	 * Write the addresses of all stores as one.
	 */
	static String addresses(Map<String, String> byStore) {
		return byStore.entrySet()
			.stream()
			.map((store) -> store.getKey() + IS + store.getValue())
			.collect(Collectors.joining(NEXT));
	}

	private static List<String> jdbc(String address) {
		String[] userAndUrl = address.split("\\|", 2);
		return List.of("distlock.provider=jdbc", "distlock.jdbc.initialize-schema=always",
				"spring.datasource.username=" + userAndUrl[0], "spring.datasource.url=" + userAndUrl[1]);
	}

	private static Running redis() {
		RedisServer server = new RedisServer().start();
		return new Running(String.valueOf(server.port()), server);
	}

	private static Running database(DatabaseServer server) {
		server.start();
		return new Running(server.user() + '|' + server.newDatabase(), server);
	}

	private static Running zooKeeper() throws Exception {
		TestingServer server = ZooKeeperServers.start();
		return new Running(server.getConnectString(), server);
	}

	private static Running etcd() {
		EtcdServer server = EtcdServer.start(1).get(0);
		return new Running(server.url(), server);
	}

	private static Running consul() {
		ConsulServer server = ConsulServer.start(1).get(0);
		return new Running(server.url(), server);
	}

	private static Running nats() {
		NatsServer server = NatsServer.start(1).get(0);
		return new Running(server.url(), server);
	}

	private static Running memcached() {
		MemcachedServer server = MemcachedServer.start();
		return new Running(server.address(), server);
	}

	/**
	 * A server that was started.
	 *
	 * @param address where it is
	 * @param server ends it
	 */
	record Running(String address, AutoCloseable server) {

	}

}
