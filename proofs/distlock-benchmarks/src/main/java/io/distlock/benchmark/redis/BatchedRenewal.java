// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.distlock.benchmark.measure.Locker;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;

/**
 * The least that renewal can ask of Redis: a thousand locks in a call, each still checked
 * to be one's own, every third of a lease.
 */
final class BatchedRenewal implements Locker {

	private static final int BATCH = 1000;

	private static final String RENEW = """
			local renewed = 0
			for _, key in ipairs(KEYS) do
				if redis.call('GET', key) == ARGV[1] then
					renewed = renewed + redis.call('PEXPIRE', key, ARGV[2])
				end
			end
			return renewed
			""";

	private final String owner = UUID.randomUUID().toString();

	private final String name;

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> connection;

	private final String script;

	private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

	private List<String> batch = new ArrayList<>();

	BatchedRenewal(String name, String port) {
		this.name = name;
		this.client = RedisClient.create(RedisURI.create("127.0.0.1", Integer.parseInt(port)));
		this.connection = this.client.connect();
		this.script = this.connection.sync().scriptLoad(RENEW);
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public AutoCloseable lock(String key) {
		this.connection.sync().set(key, this.owner, SetArgs.Builder.nx().px(RenewedEntries.LEASE.toMillis()));
		add(key);
		return () -> this.connection.sync().del(key);
	}

	/**
	 * The first lock of a batch decides when it is renewed, and others join it.
	 */
	private synchronized void add(String key) {
		if (this.batch.isEmpty()) {
			List<String> opened = this.batch;
			long period = RenewedEntries.LEASE.toMillis() / 3;
			this.scheduler.scheduleAtFixedRate(() -> renew(opened), period, period, TimeUnit.MILLISECONDS);
		}
		this.batch.add(key);
		if (this.batch.size() == BATCH) {
			this.batch = new ArrayList<>();
		}
	}

	private void renew(List<String> keys) {
		String[] all;
		synchronized (this) {
			all = keys.toArray(String[]::new);
		}
		Long renewed = this.connection.sync()
			.evalsha(this.script, ScriptOutputType.INTEGER, all, this.owner,
					String.valueOf(RenewedEntries.LEASE.toMillis()));
		if (renewed != all.length) {
			throw new IllegalStateException("The floor has lost locks");
		}
	}

	@Override
	public void close() {
		this.scheduler.shutdownNow();
		this.client.close();
	}

}
