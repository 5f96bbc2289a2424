// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.contract;

import java.util.List;

import io.distlock.contract.process.NodeProcess;
import io.distlock.redis.RedisClients;

/**
 * A node of {@link RedisNodeProcessTests}.
 */
public final class RedisNodeProcess {

	private RedisNodeProcess() {
	}

	public static void main(String[] args) throws Exception {
		try (RedisStore store = new RedisStore(RedisClients.LETTUCE, "127.0.0.1", Integer.parseInt(args[0]))) {
			NodeProcess.run(store, List.of(args).subList(1, args.length));
		}
	}

}
