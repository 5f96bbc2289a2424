package io.distlock.redis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.distlock.provider.LockStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens to channels of a Redis Cluster, each at the master that has its slot, so that a
 * message stays in its shard. A channel follows its slot to another master, and what goes
 * wrong at one master concerns the channels there only: they are subscribed to again as
 * soon as possible. All state belongs to one thread, which never waits.
 *
 * @since 0.1.0
 */
public final class ShardedSubscriptions implements RedisSubscriptions {

	private static final Logger logger = LoggerFactory.getLogger(ShardedSubscriptions.class);

	private static final long LOOK_MILLIS = 500;

	private static final long LONGEST_PAUSE_MILLIS = 2000;

	private static final long CONFIRMATION_NANOS = RedisReplies.TIMEOUT.toNanos();

	private final ScheduledThreadPoolExecutor worker = worker();

	private final Map<String, ShardChannel> channels = new HashMap<>();

	private final Map<String, Shard> shards = new HashMap<>();

	private final ShardConnections connections;

	private final SubscriptionListener listener;

	private boolean looking;

	private boolean refreshing;

	private boolean confirmedOnce;

	private long pausedSince = System.nanoTime();

	private long pauseMillis;

	private volatile boolean closed;

	/**
	 * Create subscriptions that are not connected yet.
	 * @param connections the way to the masters, which this closes
	 * @param listener is told of messages
	 */
	public ShardedSubscriptions(ShardConnections connections, SubscriptionListener listener) {
		this.connections = connections;
		this.listener = listener;
	}

	/**
	 * Tell whether messages can stay in a shard. A cluster that does not say its version
	 * is taken for a current one.
	 * @param transport the way to the server
	 * @return whether it is a cluster of a version that can
	 */
	public static boolean isSupported(RedisTransport transport) {
		if (!transport.isCluster()) {
			return false;
		}
		try {
			return !RedisVersion.ofInfo(transport.info("server")).isBefore(RedisVersion.SHARDED_MESSAGES);
		}
		catch (LockStoreException ex) {
			logger.debug("The cluster does not tell its version", ex);
			return true;
		}
	}

	@Override
	public boolean isSharded() {
		return true;
	}

	@Override
	public void subscribe(String channel) {
		run(() -> {
			ShardChannel added = new ShardChannel(channel);
			this.channels.put(channel, added);
			place(added);
			lookLater();
		});
	}

	@Override
	public void unsubscribe(String channel) {
		run(() -> {
			ShardChannel left = this.channels.remove(channel);
			Shard shard = (left != null) ? left.shard() : null;
			if (shard != null) {
				shard.unsubscribe(channel);
			}
		});
	}

	@Override
	public void close() {
		this.closed = true;
		run(() -> {
			this.shards.values().forEach(Shard::close);
			this.connections.close();
		});
		this.worker.shutdown();
	}

	void run(Runnable task) {
		this.worker.execute(() -> guarded(task));
	}

	private void guarded(Runnable task) {
		try {
			task.run();
		}
		catch (RuntimeException ex) {
			logger.debug("Listening for released locks failed", ex);
			if (!this.closed) {
				this.listener.interrupted(ex, true);
			}
		}
	}

	private void place(ShardChannel channel) {
		try {
			Shard shard = shard(this.connections.masterOf(channel.name()));
			channel.moveTo(shard);
			shard.subscribe(channel.name());
		}
		catch (LockStoreException ex) {
			displaced(channel, ex);
		}
	}

	private Shard shard(String master) {
		Shard known = this.shards.get(master);
		if (known != null) {
			return known;
		}
		Shard added = new Shard(master, this);
		this.shards.put(master, added);
		this.connections.connect(master, added).whenComplete((connection, failure) -> {
			run(() -> connected(added, connection, failure));
			if (this.closed && connection != null) {
				Shard.close(connection);
			}
		});
		return added;
	}

	private void connected(Shard shard, @Nullable RedisSubscriptions connection, @Nullable Throwable failure) {
		if (connection == null) {
			lost(shard, Shard.cause(Objects.requireNonNull(failure)));
		}
		else if (this.shards.get(shard.master()) != shard) {
			Shard.close(connection);
		}
		else {
			shard.connected(connection);
			on(shard).forEach((channel) -> shard.subscribe(channel.name()));
		}
	}

	void message(String channel) {
		if (!this.closed) {
			this.listener.message(channel);
		}
	}

	void confirmed(Shard shard, String name) {
		ShardChannel channel = this.channels.get(name);
		if (channel == null || channel.shard() != shard) {
			shard.unsubscribe(name);
			return;
		}
		channel.confirm();
		this.confirmedOnce = true;
		this.pauseMillis = 0;
		this.listener.subscribed(name);
	}

	void refused(Shard shard, String name, Throwable cause) {
		ShardChannel channel = this.channels.get(name);
		if (RedisErrors.isRefused(cause)) {
			this.listener.interrupted(cause, true);
		}
		else if (channel != null && channel.shard() == shard) {
			logger.debug("Not listening to '{}' at {} any more", name, shard.master(), cause);
			displaced(channel, cause);
			placeAgain();
		}
	}

	private void displaced(ShardChannel channel, Throwable cause) {
		if (channel.displace()) {
			this.listener.interrupted(channel.name(), cause);
		}
	}

	void lost(Shard shard, Throwable cause) {
		this.shards.remove(shard.master(), shard);
		shard.close();
		if (RedisErrors.isRefused(cause)) {
			this.listener.interrupted(cause, true);
			return;
		}
		logger.debug("Not listening at {} any more", shard.master(), cause);
		on(shard).forEach((channel) -> displaced(channel, cause));
	}

	private List<ShardChannel> on(@Nullable Shard shard) {
		return this.channels.values().stream().filter((channel) -> channel.shard() == shard).toList();
	}

	private void lookLater() {
		if (!this.looking) {
			this.looking = true;
			this.worker.schedule(() -> guarded(this::look), LOOK_MILLIS, TimeUnit.MILLISECONDS);
		}
	}

	// Not every client tells when a server refuses a channel, or has given its slot away.
	private void look() {
		this.looking = false;
		if (this.closed || this.channels.isEmpty()) {
			return;
		}
		List.copyOf(this.shards.values()).stream().filter(this::isSilent).forEach(this::silent);
		this.channels.values().forEach(this::follow);
		if (!on(null).isEmpty()) {
			placeAgain();
		}
		lookLater();
	}

	private boolean isSilent(Shard shard) {
		return on(shard).stream().anyMatch((channel) -> channel.isUnconfirmedFor(CONFIRMATION_NANOS));
	}

	private void silent(Shard shard) {
		IllegalStateException cause = new IllegalStateException(
				"Redis does not confirm a subscription at " + shard.master());
		if (this.confirmedOnce) {
			lost(shard, cause);
		}
		else {
			this.listener.interrupted(cause, true);
		}
	}

	private void follow(ShardChannel channel) {
		Shard shard = channel.shard();
		if (shard != null && channel.isConfirmed() && !shard.master().equals(masterOf(channel, shard))) {
			shard.unsubscribe(channel.name());
			place(channel);
		}
	}

	private String masterOf(ShardChannel channel, Shard otherwise) {
		try {
			return this.connections.masterOf(channel.name());
		}
		catch (LockStoreException ex) {
			return otherwise.master();
		}
	}

	private void placeAgain() {
		long paused = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - this.pausedSince);
		if (this.refreshing || paused < this.pauseMillis) {
			return;
		}
		this.refreshing = true;
		this.pausedSince = System.nanoTime();
		this.pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, Math.max(LOOK_MILLIS, 2 * this.pauseMillis));
		this.connections.refresh()
			.toCompletableFuture()
			.copy()
			.orTimeout(RedisReplies.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
			.whenComplete((done, failure) -> run(() -> {
				this.refreshing = false;
				on(null).forEach(this::place);
			}));
	}

	private static ScheduledThreadPoolExecutor worker() {
		ScheduledThreadPoolExecutor worker = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, "distlock-redis-shards");
			thread.setDaemon(true);
			return thread;
		}, new ThreadPoolExecutor.DiscardPolicy());
		worker.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		return worker;
	}

}
