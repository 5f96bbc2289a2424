// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.wakeup;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

import io.distlock.provider.DaemonThreads;
import io.distlock.provider.LockStoreException;
import io.distlock.redis.transport.Masters;
import io.distlock.redis.transport.NotificationMode;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisSubscriptions;
import io.distlock.redis.transport.RedisTransport;
import io.distlock.redis.wakeup.WakeUpChannels.Channel;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifications that it is this node's turn: one connection to each master, opened when
 * it first waits, and one channel of its own there, or one for each lock in the shards of
 * a cluster. A message names the lock, and the last token under which it was released. It
 * only says that another attempt is worth while; who waits also asks on its own now and
 * then, so that a lost message costs time and nothing else.
 * <p>
 * No thread waits for a connection or a subscription: until it is confirmed, waiters
 * poll, and are then woken once. A connection that gives no sign when asked for one is
 * dropped, and another one opened. A channel follows its slot to another master, and what
 * goes wrong at one master concerns the channels there only. All state but the channels
 * and those who wait belongs to one thread, which never waits, and ends while there is
 * nothing to do.
 *
 * @since 0.1.0
 */
public final class RedisWakeUps implements Shard.Owner, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(RedisWakeUps.class);

	private static final Duration LOOK_EVERY = Duration.ofMillis(500);

	// How long a connection may be idle before it is pinged.
	private static final long QUIET_NANOS = Duration.ofSeconds(1).toNanos();

	// Longest time that a master may take to connect, to confirm, or to respond to a
	// ping.
	private static final long SILENT_NANOS = RedisReplies.TIMEOUT.toNanos();

	private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1,
			DaemonThreads.named("distlock-redis-wake-ups"));

	private final WakeUpChannels channels = new WakeUpChannels();

	private final Map<String, Shard> shards = new HashMap<>();

	private final RedisTransport transport;

	private final BiConsumer<String, String> unclaimed;

	private final Pause pause = new Pause();

	private @Nullable Masters masters;

	private boolean opening;

	private boolean looking;

	private boolean refreshing;

	private volatile boolean closed;

	/**
	 * Create what listens, without a connection yet.
	 * @param transport the way to the server
	 * @param unclaimed is called for messages that arrive when this node no longer waits:
	 * with the key of the lock, and the last token under which it was released
	 */
	public RedisWakeUps(RedisTransport transport, BiConsumer<String, String> unclaimed) {
		this.transport = transport;
		this.unclaimed = unclaimed;
		this.thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		this.thread.setKeepAliveTime(10, TimeUnit.SECONDS);
		this.thread.allowCoreThreadTimeOut(true);
	}

	/**
	 * Wait for the release of a lock, also if that was asked before.
	 * @param lock the key of the lock
	 * @param wakeUp what to call when it is this node's turn, and once when messages are
	 * heard or not heard any more
	 * @return where this node hears from now on, for its place in the queue;
	 * {@link NotificationMode#NOTHING} if nowhere yet
	 */
	public String listen(String lock, Runnable wakeUp) {
		this.channels.waiting().add(lock, wakeUp);
		String place = this.channels.place(lock);
		if (NotificationMode.NOTHING.mark().equals(place)) {
			run(() -> added(lock));
		}
		return place;
	}

	/**
	 * Wait no longer.
	 * @param lock the key of the lock
	 * @param wakeUp what is not to be called any more
	 */
	public void remove(String lock, Runnable wakeUp) {
		String own = this.channels.waiting().remove(lock, wakeUp) ? null : this.channels.own(lock);
		if (own != null) {
			run(() -> leave(this.channels.get(own)));
		}
	}

	/**
	 * Do something later on this thread, which must not wait for anything.
	 * @param task what to do, unless this is closed before
	 * @param delay when
	 * @return whether it will be done, which it is not after the end
	 */
	public boolean later(Runnable task, Duration delay) {
		try {
			this.thread.schedule(() -> guarded(task), delay.toMillis(), TimeUnit.MILLISECONDS);
			return true;
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Nothing is scheduled after the end", ex);
			return false;
		}
	}

	private void guarded(Runnable task) {
		try {
			task.run();
		}
		catch (RuntimeException ex) {
			logger.debug("Listening for released locks failed", ex);
			failed(ex);
		}
	}

	@Override
	public void close() {
		run(() -> {
			this.closed = true;
			this.pause.close();
			this.channels.clear();
			giveUp();
		});
		this.thread.shutdown();
	}

	@Override
	public boolean run(Runnable task) {
		return later(task, Duration.ZERO);
	}

	private void added(String lock) {
		if (this.channels.waiting().contains(lock)) {
			Channel channel = this.channels.add(lock);
			if (channel.shard() == null) {
				place(channel);
			}
			lookLater();
		}
	}

	/**
	 * End the subscription to a channel on which nothing is waited for. One who has come
	 * meanwhile may have found it heard, and so it stays then.
	 */
	private void leave(@Nullable Channel channel) {
		if (channel == null || this.channels.isWaitedFor(channel)) {
			return;
		}
		Shard shard = channel.shard();
		channel.displace();
		if (this.channels.isWaitedFor(channel)) {
			place(channel);
		}
		else {
			this.channels.remove(channel);
			if (shard != null) {
				shard.unsubscribe(channel.name());
			}
		}
	}

	private void place(Channel channel) {
		Masters known = this.masters;
		if (known == null) {
			open();
			return;
		}
		if (this.pause.isOn()) {
			return;
		}
		try {
			Shard shard = shard(known, known.masterOf(channel.name()));
			channel.reachAt(known.nameOf(channel.name()));
			channel.moveTo(shard);
			shard.subscribe(channel.name());
		}
		catch (LockStoreException ex) {
			logger.debug("Not listening to '{}' at present", channel.name(), ex);
			this.channels.displace(channel);
		}
	}

	private void open() {
		if (this.opening || this.pause.isOn()) {
			return;
		}
		this.opening = true;
		CompletableFuture.supplyAsync(this.transport::masters, Shard::connect)
			.whenComplete((opened, failure) -> handOver(opened, () -> opened(opened, failure)));
	}

	private void opened(@Nullable Masters opened, @Nullable Throwable failure) {
		this.opening = false;
		if (opened == null) {
			failed(RedisReplies.cause(Objects.requireNonNull(failure)));
			return;
		}
		if (this.closed) {
			Shard.close(opened);
			return;
		}
		this.masters = opened;
		this.channels.begin(opened.mode());
		this.channels.on(null).forEach(this::place);
	}

	private Shard shard(Masters known, String master) {
		Shard open = this.shards.get(master);
		if (open != null) {
			return open;
		}
		Shard added = new Shard(master, this);
		this.shards.put(master, added);
		known.connect(master, added)
			.whenComplete((connection, failure) -> handOver(connection, () -> connected(added, connection, failure)));
		return added;
	}

	// What was opened is closed if it comes too late.
	private void handOver(@Nullable AutoCloseable opened, Runnable task) {
		if (!run(task) && opened != null) {
			Shard.close(opened);
		}
	}

	private void connected(Shard shard, @Nullable RedisSubscriptions connection, @Nullable Throwable failure) {
		if (connection == null) {
			Throwable cause = RedisReplies.cause(Objects.requireNonNull(failure));
			lost(shard, cause);
			this.pause.report("", cause);
		}
		else if (this.shards.get(shard.master()) != shard) {
			Shard.close(connection);
		}
		else {
			shard.connected(connection);
			this.channels.on(shard).forEach((channel) -> {
				channel.moveTo(shard);
				shard.subscribe(channel.name());
			});
		}
	}

	@Override
	public void message(String text) {
		int end = text.lastIndexOf(' ');
		String lock = text.substring(0, Math.max(0, end));
		if (!this.channels.waiting().wake(lock) && end > 0) {
			String lastToken = text.substring(end + 1);
			run(() -> this.unclaimed.accept(lock, lastToken));
		}
	}

	@Override
	public void confirmed(Shard shard, String name) {
		shard.answered();
		Channel channel = this.channels.get(name);
		if (channel == null || channel.shard() != shard) {
			shard.unsubscribe(name);
			return;
		}
		this.pause.end();
		if (channel.confirm()) {
			this.channels.wake(channel);
		}
	}

	@Override
	public void refused(Shard shard, String name, Throwable cause) {
		Channel channel = this.channels.get(name);
		if (RedisErrors.isRefused(cause)) {
			failed(cause);
		}
		else if (channel != null && channel.shard() == shard) {
			logger.debug("Not listening to '{}' at {} any more", name, shard.master(), cause);
			this.channels.displace(channel);
			placeAgain();
		}
	}

	@Override
	public void lost(Shard shard, Throwable cause) {
		if (!this.shards.remove(shard.master(), shard)) {
			return;
		}
		shard.close();
		if (RedisErrors.isRefused(cause)) {
			failed(cause);
			return;
		}
		logger.debug("Not listening at '{}' any more", shard.master(), cause);
		this.channels.on(shard).forEach(this.channels::displace);
	}

	private void failed(Throwable cause) {
		giveUp();
		this.pause.begin(cause);
	}

	private void giveUp() {
		this.shards.values().forEach(Shard::close);
		this.shards.clear();
		Masters open = this.masters;
		this.masters = null;
		if (open != null) {
			Shard.close(open);
		}
		this.channels.all().forEach(this.channels::displace);
	}

	private void lookLater() {
		if (!this.looking && !this.closed) {
			this.looking = true;
			later(this::check, LOOK_EVERY);
		}
	}

	// Not every client reports that a server refuses a channel, or has given its slot
	// away.
	private void check() {
		this.looking = false;
		List<Channel> known = this.channels.all();
		if (this.closed || known.isEmpty()) {
			return;
		}
		lookLater();
		if (this.channels.waiting().isEmpty()) {
			known.forEach(this::leave);
		}
		List.copyOf(this.shards.values()).forEach(this::checkShard);
		this.channels.all().forEach(this::follow);
		if (!this.channels.on(null).isEmpty()) {
			placeAgain();
		}
	}

	private void checkShard(Shard shard) {
		List<Channel> there = this.channels.on(shard);
		if (shard.isSilentFor(SILENT_NANOS)
				|| there.stream().anyMatch((channel) -> channel.isUnconfirmedFor(SILENT_NANOS))) {
			IllegalStateException cause = new IllegalStateException(
					"Redis does not answer on the connection that listens for released locks");
			this.pause.report("", cause);
			lost(shard, cause);
		}
		else if (shard.isIdleFor(QUIET_NANOS)) {
			there.stream().findFirst().ifPresent((channel) -> shard.ask(channel.name()));
		}
	}

	private void follow(Channel channel) {
		Shard shard = channel.shard();
		if (shard != null && channel.isHeard() && !shard.master().equals(masterOf(channel, shard))) {
			shard.unsubscribe(channel.name());
			this.channels.displace(channel);
			place(channel);
		}
	}

	private String masterOf(Channel channel, Shard otherwise) {
		try {
			return (this.masters != null) ? this.masters.masterOf(channel.name()) : otherwise.master();
		}
		catch (LockStoreException ex) {
			return otherwise.master();
		}
	}

	private void placeAgain() {
		Masters known = this.masters;
		if (known == null) {
			open();
			return;
		}
		if (this.refreshing || this.pause.isOn()) {
			return;
		}
		this.refreshing = true;
		known.refresh()
			.toCompletableFuture()
			.copy()
			.orTimeout(RedisReplies.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
			.whenComplete((done, failure) -> run(() -> {
				this.refreshing = false;
				this.channels.on(null).forEach(this::place);
				this.pause.begin();
			}));
	}

}
