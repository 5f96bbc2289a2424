// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redisson;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisSubscriptions;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.api.listener.StatusListener;
import org.redisson.client.codec.StringCodec;

/**
 * Listens on the connections that Redisson shares, and restores after a loss. Redisson
 * does not report a loss, but the subscription after it: all channels are given up then,
 * since messages may have been missed. Each channel, at first and whenever it is asked
 * for again, gives a sign by a message to itself.
 */
final class RedissonSubscriptions implements RedisSubscriptions {

	private static final String SIGN = "sign";

	private final Map<String, Subscription> subscriptions = new ConcurrentHashMap<>();

	private final RedissonClient client;

	private final Listener listener;

	RedissonSubscriptions(RedissonClient client, Listener listener) {
		this.client = client;
		this.listener = listener;
	}

	@Override
	public void subscribe(String channel) {
		Subscription known = this.subscriptions.get(channel);
		if (known == null) {
			Subscription added = new Subscription(channel);
			this.subscriptions.put(channel, added);
			added.begin();
		}
		else {
			known.askForASign();
		}
	}

	@Override
	public void unsubscribe(String channel) {
		Subscription left = this.subscriptions.remove(channel);
		if (left != null) {
			left.end();
		}
	}

	@Override
	public void close() {
		this.subscriptions.keySet().forEach(this::unsubscribe);
	}

	/**
	 * One channel.
	 */
	private final class Subscription implements StatusListener {

		private final String channel;

		private final RTopic topic;

		private volatile boolean heard;

		private volatile boolean ended;

		private @Nullable CompletionStage<Integer> messages;

		private @Nullable CompletionStage<Integer> status;

		Subscription(String channel) {
			this.channel = channel;
			this.topic = RedissonSubscriptions.this.client.getTopic(channel, StringCodec.INSTANCE);
		}

		void begin() {
			this.messages = this.topic.addListenerAsync(String.class, (name, text) -> heard(text));
			this.status = this.messages.thenCompose((added) -> this.topic.addListenerAsync(this));
			this.status.whenComplete((added, failure) -> {
				if (failure != null) {
					lost(failure);
				}
				else {
					askForASign();
				}
			});
		}

		void askForASign() {
			this.topic.publishAsync(SIGN).whenComplete((listening, failure) -> {
				if (failure != null) {
					lost(failure);
				}
			});
		}

		void end() {
			this.ended = true;
			remove(this.messages);
			remove(this.status);
		}

		private void remove(@Nullable CompletionStage<Integer> listener) {
			if (listener != null) {
				listener.thenAccept((added) -> this.topic.removeListenerAsync(added));
			}
		}

		@Override
		public void onSubscribe(String name) {
			if (this.heard) {
				lost(new IllegalStateException("The connection to Redis was lost and has been restored"));
			}
		}

		@Override
		public void onUnsubscribe(String name) {
			// Redisson subscribes again, unless this was asked for.
		}

		private void heard(String text) {
			if (this.ended) {
				return;
			}
			if (SIGN.equals(text)) {
				this.heard = true;
				RedissonSubscriptions.this.listener.subscribed(this.channel);
			}
			else {
				RedissonSubscriptions.this.listener.message(text);
			}
		}

		private void lost(Throwable cause) {
			if (!this.ended) {
				RedissonSubscriptions.this.listener.interrupted(RedisReplies.cause(cause));
			}
		}

	}

}
