// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.distlock.faults.store.Store;

/**
 * The stores there are.
 *
 * @since 0.1.0
 */
public final class AllStores {

	private AllStores() {
	}

	private static Map<String, Supplier<Store>> all() {
		Map<String, Supplier<Store>> all = new LinkedHashMap<>();
		all.put("redis", RedisStore::new);
		all.put("redis-replicas", ReplicatedRedisStore::plain);
		all.put("redis-replicas-ack", ReplicatedRedisStore::acknowledging);
		all.put("redis-redlock", RedlockStore::new);
		all.put("redis-cluster", RedisClusterStore::new);
		all.put("postgresql", SqlStore::postgresql);
		all.put("postgresql-bouncer", PgBouncerStore::new);
		all.put("postgresql-replicas", ReplicatedPostgresStore::asynchronous);
		all.put("postgresql-replicas-sync", ReplicatedPostgresStore::synchronous);
		all.put("mariadb", SqlStore::mariadb);
		all.put("mariadb-replicas", ReplicatedMariaDbStore::new);
		all.put("mysql", SqlStore::mysql);
		all.put("h2", SqlStore::h2);
		all.put("zookeeper", ZooKeeperStore::new);
		all.put("zookeeper-ensemble", ZooKeeperEnsembleStore::new);
		all.put("etcd", EtcdStore::new);
		all.put("etcd-members", EtcdMembersStore::new);
		all.put("consul", ConsulStore::new);
		all.put("nats", NatsStore::new);
		all.put("nats-members", NatsMembersStore::new);
		all.put("dynamodb", DynamoDbStore::new);
		all.put("azurite", AzuriteStore::new);
		return all;
	}

	/**
	 * Other clients, and a store without fencing tokens, by which a round cannot be
	 * checked.
	 */
	private static Map<String, Supplier<Store>> measured() {
		Map<String, Supplier<Store>> measured = all();
		measured.put("redis-jedis", RedisStore::overJedis);
		measured.put("redis-redisson", RedisStore::overRedisson);
		measured.put("memcached", MemcachedStore::new);
		return measured;
	}

	/**
	 * Return what the stores are called.
	 * @return the names, in the order in which they run
	 */
	public static List<String> names() {
		return List.copyOf(all().keySet());
	}

	/**
	 * Return some stores, which are not started.
	 * @param names their names, all of them where it is empty
	 * @return makes them, in the order in which they run
	 * @throws IllegalArgumentException if there is none of a name
	 */
	public static List<Supplier<Store>> named(List<String> names) {
		return named(names, all());
	}

	/**
	 * Return stores of which the time without service is measured, which are not started.
	 * @param names their names, all of them where it is empty
	 * @return makes them, in the order in which they run
	 * @throws IllegalArgumentException if there is none of a name
	 */
	public static List<Supplier<Store>> measured(List<String> names) {
		return named(names, measured());
	}

	private static List<Supplier<Store>> named(List<String> names, Map<String, Supplier<Store>> stores) {
		names.stream().filter((name) -> !stores.containsKey(name)).findFirst().ifPresent((name) -> {
			throw new IllegalArgumentException(
					"There is no store '%s'; the stores are %s".formatted(name, stores.keySet()));
		});
		return stores.entrySet()
			.stream()
			.filter((entry) -> names.isEmpty() || names.contains(entry.getKey()))
			.map(Map.Entry::getValue)
			.toList();
	}

}
