// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.fault.server;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.distlock.faults.fault.Fault;
import io.distlock.faults.fault.Scene;
import io.distlock.faults.fault.Strike;
import io.distlock.faults.fault.Victim;
import io.distlock.faults.node.NodeProcess;
import io.distlock.faults.store.ShardedStore;
import io.distlock.faults.store.Store;
import org.jspecify.annotations.Nullable;

/**
 * What happens to one shard of the store, while locks live on the others.
 *
 * @param name the name
 * @param begin does it to a shard
 * @param end heals it
 * @since 0.1.0
 */
public record ShardFault(String name, Step begin, Step end) implements Fault {

	private static final Duration SETTLE = Duration.ofMillis(500);

	/**
	 * Return all of them.
	 * @return the faults
	 */
	public static List<Fault> all() {
		return List.of(new ShardFault("freeze-shard", ShardedStore::freeze, ShardedStore::thaw),
				new ShardFault("kill-shard", ShardedStore::kill, ShardedStore::restart));
	}

	@Override
	public @Nullable String obstacle(Store store) {
		return (store instanceof ShardedStore) ? null : "it has no shards";
	}

	/**
	 * Each node holds a lock on each shard all the time.
	 */
	@Override
	public Strike plan(Scene scene) {
		ShardedStore store = (ShardedStore) scene.store();
		int shard = scene.random().nextInt(store.ports().size());
		Map<Victim, List<String>> kept = new LinkedHashMap<>();
		scene.nodes()
			.forEach((node) -> kept.put(node, store.keys(scene.name() + "keep-" + node.name(), store.ports().size())));
		List<String> spared = Stream.concat(scene.keys().stream(), kept.values().stream().flatMap(List::stream))
			.filter((key) -> store.shard(key) != shard)
			.toList();
		Duration held = scene.lease().multipliedBy(3).plus(SETTLE);
		return new Strike(this.name, null, "shard " + shard, spared, () -> {
			kept.forEach(
					(node, keys) -> node.order("%s %s %s".formatted(NodeProcess.KEEP, held, String.join(",", keys))));
			TimeUnit.MILLISECONDS.sleep(SETTLE.toMillis());
			this.begin.run(store, shard);
		}, () -> this.end.run(store, shard));
	}

	/**
	 * Something that is done to a shard.
	 */
	public interface Step {

		/**
		 * Do it.
		 * @param store the store
		 * @param shard the number of the shard
		 */
		void run(ShardedStore store, int shard);

	}

}
