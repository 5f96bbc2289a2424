// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.redisson;

import java.util.concurrent.CompletionStage;

import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.RedisSubscription;
import org.redisson.api.RTopic;
import org.redisson.api.RedissonClient;
import org.redisson.api.listener.StatusListener;
import org.redisson.client.codec.StringCodec;

/**
 * Subscription on a connection that Redisson shares and restores after a loss. Redisson
 * reports only the restored subscription instead of the loss; this subscription then
 * ends, because messages may have been missed. Verifies the connection by a message to
 * itself.
 */
final class RedissonSubscription implements RedisSubscription, StatusListener {

	private static final String SIGN = "sign";

	private final RTopic topic;

	private final String address;

	private final Listener listener;

	private final CompletionStage<Integer> messages;

	private final CompletionStage<Integer> status;

	private volatile boolean heard;

	private volatile boolean closed;

	RedissonSubscription(RedissonClient client, String channel, Listener listener) {
		this.topic = client.getTopic(channel, StringCodec.INSTANCE);
		this.address = client.getConfig().getNameMapper().map(channel);
		this.listener = listener;
		this.messages = this.topic.addListenerAsync(String.class, (name, text) -> heard(text));
		this.status = this.messages.thenCompose((added) -> this.topic.addListenerAsync(this));
	}

	@Override
	public String address() {
		return this.address;
	}

	@Override
	public void ask() {
		this.status.thenCompose((added) -> this.topic.publishAsync(SIGN)).whenComplete((listening, failure) -> {
			if (failure != null) {
				lost(failure);
			}
		});
	}

	@Override
	public void close() {
		this.closed = true;
		this.messages.thenAccept((added) -> this.topic.removeListenerAsync(added));
		this.status.thenAccept((added) -> this.topic.removeListenerAsync(added));
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
		if (this.closed) {
			return;
		}
		if (SIGN.equals(text)) {
			this.heard = true;
			this.listener.answered();
		}
		else {
			this.listener.message(text);
		}
	}

	private void lost(Throwable cause) {
		if (!this.closed) {
			this.listener.interrupted(RedisReplies.cause(cause));
		}
	}

}
