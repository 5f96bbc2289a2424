package io.distlock.redis;

import java.util.concurrent.CompletionException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one master of a cluster. Belongs to the thread of
 * {@link ShardedSubscriptions}, and passes on to it what the client's threads say.
 */
final class Shard implements SubscriptionListener {

	private static final Logger logger = LoggerFactory.getLogger(Shard.class);

	private final String master;

	private final ShardedSubscriptions owner;

	private @Nullable RedisSubscriptions connection;

	Shard(String master, ShardedSubscriptions owner) {
		this.master = master;
		this.owner = owner;
	}

	String master() {
		return this.master;
	}

	void connected(RedisSubscriptions connected) {
		this.connection = connected;
	}

	/**
	 * Subscribe to a channel, unless the connection is yet to come.
	 * @param channel the channel
	 */
	void subscribe(String channel) {
		RedisSubscriptions open = this.connection;
		if (open == null) {
			return;
		}
		try {
			open.subscribe(channel);
		}
		catch (RuntimeException ex) {
			this.owner.lost(this, ex);
		}
	}

	void unsubscribe(String channel) {
		RedisSubscriptions open = this.connection;
		if (open == null) {
			return;
		}
		try {
			open.unsubscribe(channel);
		}
		catch (RuntimeException ex) {
			this.owner.lost(this, ex);
		}
	}

	void close() {
		RedisSubscriptions open = this.connection;
		this.connection = null;
		if (open != null) {
			close(open);
		}
	}

	static void close(RedisSubscriptions connection) {
		try {
			connection.close();
		}
		catch (RuntimeException ex) {
			logger.debug("Could not close a connection that listens for released locks", ex);
		}
	}

	static Throwable cause(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	@Override
	public void subscribed(String channel) {
		this.owner.run(() -> this.owner.confirmed(this, channel));
	}

	@Override
	public void message(String channel) {
		this.owner.message(channel);
	}

	@Override
	public void interrupted(String channel, Throwable cause) {
		this.owner.run(() -> this.owner.refused(this, channel, cause(cause)));
	}

	@Override
	public void interrupted(Throwable cause, boolean closed) {
		this.owner.run(() -> this.owner.lost(this, cause(cause)));
	}

}
