package io.distlock.redis;

import java.util.List;

import io.distlock.contract.HolderProcess;

/**
 * Another node, in a JVM of its own.
 */
public final class RedisClusterHolder {

	private RedisClusterHolder() {
	}

	public static void main(String[] args) throws Exception {
		try (RedisClusterStore store = new RedisClusterStore(TopologyClients.valueOf(args[0]),
				List.of(args[1].split(",")))) {
			HolderProcess.run(store, args[2]);
		}
	}

}
