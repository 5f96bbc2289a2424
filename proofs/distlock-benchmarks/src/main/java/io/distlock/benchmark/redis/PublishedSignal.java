// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.util.UUID;
import java.util.concurrent.Semaphore;

import io.distlock.benchmark.measure.Signal;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

/**
 * One message of pub/sub over Lettuce.
 */
final class PublishedSignal implements Signal {

	private static final String CHANNEL = "bench:signal";

	private final String self = UUID.randomUUID().toString();

	private final Semaphore heard = new Semaphore(0);

	private final RedisClient client;

	private final StatefulRedisConnection<String, String> sending;

	PublishedSignal(String port) {
		this.client = RedisClient.create(RedisURI.create("127.0.0.1", Integer.parseInt(port)));
		this.sending = this.client.connect();
		StatefulRedisPubSubConnection<String, String> hearing = this.client.connectPubSub();
		hearing.addListener(new RedisPubSubAdapter<>() {

			@Override
			public void message(String channel, String sender) {
				hear(sender);
			}

		});
		hearing.sync().subscribe(CHANNEL);
	}

	private void hear(String sender) {
		if (!sender.equals(this.self)) {
			this.heard.release();
		}
	}

	@Override
	public void send() {
		this.sending.sync().publish(CHANNEL, this.self);
	}

	@Override
	public void await() throws InterruptedException {
		this.heard.acquire();
	}

	@Override
	public void close() {
		this.client.close();
	}

}
