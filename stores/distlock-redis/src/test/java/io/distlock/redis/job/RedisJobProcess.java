// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.job;

import io.distlock.contract.job.JobProcess;
import io.distlock.redis.RedisClients;
import io.distlock.redis.contract.RedisStore;

/**
 * Another node with jobs, in a JVM of its own.
 */
public final class RedisJobProcess {

	private RedisJobProcess() {
	}

	public static void main(String[] args) throws Exception {
		RedisClients client = RedisClients.valueOf(args[0]);
		try (RedisStore store = new RedisStore(client, "127.0.0.1", Integer.parseInt(args[1]))) {
			JobProcess.run(store, args[2]);
		}
	}

}
