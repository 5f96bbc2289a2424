package io.distlock.faults.fault;

import java.util.List;

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

	@Override
	public Strike plan(Scene scene) {
		ShardedStore store = (ShardedStore) scene.store();
		int shard = scene.random().nextInt(store.ports().size());
		List<String> spared = scene.keys().stream().filter((key) -> store.shard(key) != shard).toList();
		return new Strike(this.name, null, "shard " + shard, spared, () -> this.begin.run(store, shard),
				() -> this.end.run(store, shard));
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
