// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.contract;

import io.distlock.contract.process.HolderProcess;
import io.distlock.redis.RedisClients;

/**
 * Another node, in a JVM of its own.
 */
public final class RedisHolder {

	private RedisHolder() {
	}

	public static void main(String[] args) throws Exception {
		RedisClients client = RedisClients.valueOf(args[0]);
		try (RedisStore store = new RedisStore(client, "127.0.0.1", Integer.parseInt(args[1]))) {
			HolderProcess.run(store, args[2]);
		}
	}

}
