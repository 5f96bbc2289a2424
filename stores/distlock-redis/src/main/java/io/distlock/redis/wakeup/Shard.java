// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.wakeup;

import io.distlock.provider.DaemonThreads;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisSubscriptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one master on which messages are heard. Belongs to the thread of its
 * owner, and passes on to it what the client's threads say.
 *
 * @since 0.1.0
 */
public final class Shard implements RedisSubscriptions.Listener {

	private static final Logger logger = LoggerFactory.getLogger(Shard.class);

	private final String master;

	private final Owner owner;

	private @Nullable RedisSubscriptions connection;

	/**
	 * Time when the connection was requested, or has last answered.
	 */
	private long lastSign = System.nanoTime();

	private boolean asked = true;

	Shard(String master, Owner owner) {
		this.master = master;
		this.owner = owner;
	}

	String master() {
		return this.master;
	}

	void connected(RedisSubscriptions connected) {
		this.connection = connected;
		answered();
	}

	/**
	 * Note that the connection works.
	 */
	void answered() {
		this.lastSign = System.nanoTime();
		this.asked = false;
	}

	/**
	 * Ask for a sign that the connection works, by a subscription that is there already:
	 * unlike a ping, that is answered in the same way on every client and version.
	 * @param channel a channel that is subscribed to
	 */
	void ask(String channel) {
		if (!this.asked) {
			this.asked = true;
			this.lastSign = System.nanoTime();
			subscribe(channel);
		}
	}

	boolean isIdleFor(long nanos) {
		return !this.asked && System.nanoTime() - this.lastSign > nanos;
	}

	boolean isSilentFor(long nanos) {
		return this.asked && System.nanoTime() - this.lastSign > nanos;
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

	/**
	 * Close a connection. A client may wait for its own threads to do that, and for a
	 * server that does not answer.
	 * @param connection a connection, or several
	 */
	static void close(AutoCloseable connection) {
		connect(() -> {
			try {
				connection.close();
			}
			catch (Exception ex) {
				logger.debug("Could not close a connection that listens for released locks", ex);
			}
		});
	}

	/**
	 * Open or close a connection on a thread of its own, which may wait for a server.
	 * @param task what to do
	 */
	static void connect(Runnable task) {
		DaemonThreads.start("distlock-redis-connect", task);
	}

	@Override
	public void subscribed(String channel) {
		this.owner.run(() -> this.owner.confirmed(this, channel));
	}

	@Override
	public void message(String text) {
		this.owner.message(text);
	}

	@Override
	public void interrupted(String channel, Throwable cause) {
		this.owner.run(() -> this.owner.refused(this, channel, RedisReplies.cause(cause)));
	}

	@Override
	public void interrupted(Throwable cause) {
		this.owner.run(() -> this.owner.lost(this, RedisReplies.cause(cause)));
	}

	/**
	 * Listener for the events of a shard.
	 */
	interface Owner {

		/**
		 * Do something in the thread that has the state.
		 * @return whether it will be done, which it is not after the end
		 */
		boolean run(Runnable task);

		/**
		 * A message has come. Called on any thread.
		 */
		void message(String text);

		/**
		 * Messages of a channel are heard from now on.
		 */
		void confirmed(Shard shard, String channel);

		/**
		 * Messages of a channel are not heard there.
		 */
		void refused(Shard shard, String channel, Throwable cause);

		/**
		 * The connection is of no more use.
		 */
		void lost(Shard shard, Throwable cause);

	}

}
