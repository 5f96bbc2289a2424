// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.wakeup;

import java.util.function.Consumer;

import io.distlock.provider.DaemonThreads;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisSubscriptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one master on which messages are heard. Belongs to the thread of its
 * owner, and passes on to it what the client's threads say.
 */
final class Shard implements RedisSubscriptions.Listener {

	private static final Logger logger = LoggerFactory.getLogger(Shard.class);

	private final String master;

	private final Owner owner;

	private @Nullable RedisSubscriptions connection;

	// When the connection was requested, or has last answered.
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

	void answered() {
		this.lastSign = System.nanoTime();
		this.asked = false;
	}

	// By a subscription that is there already: unlike a ping, that is answered in the
	// same
	// way on every client and version.
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

	// Unless the connection is yet to come.
	void subscribe(String channel) {
		use((open) -> open.subscribe(channel));
	}

	void unsubscribe(String channel) {
		use((open) -> open.unsubscribe(channel));
	}

	private void use(Consumer<RedisSubscriptions> command) {
		RedisSubscriptions open = this.connection;
		if (open == null) {
			return;
		}
		try {
			command.accept(open);
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

	// A client may wait for its own threads to do that, and for a server that does not
	// answer.
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

	// On a thread of its own, which may wait for a server.
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
	 * Listener for the events of a shard, in the thread that has the state.
	 */
	interface Owner {

		/**
		 * Do something in that thread.
		 * @return whether it will be done, which it is not after the end
		 */
		boolean run(Runnable task);

		// On any thread.
		void message(String text);

		void confirmed(Shard shard, String channel);

		void refused(Shard shard, String channel, Throwable cause);

		void lost(Shard shard, Throwable cause);

	}

}
