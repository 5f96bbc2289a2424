/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.redis.wakeup;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.distlock.provider.DaemonThreads;
import io.distlock.provider.LockStoreException;
import io.distlock.redis.transport.Masters;
import io.distlock.redis.transport.RedisErrors;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisSubscriptions;
import io.distlock.redis.transport.RedisTransport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where this node hears that locks were released: one connection to each master, opened
 * when it first waits, and one subscription for each lock that it waits for. A message
 * only says that another attempt is worth while; who waits also asks on its own now and
 * then, so that a lost message costs time and nothing else.
 * <p>
 * Nobody waits for a connection or a subscription: until it is confirmed, who waits
 * polls, and is then woken once. A connection that gives no sign when asked for one is
 * dropped, and another one opened. A channel follows its slot to another master, and what
 * goes wrong at one master concerns the channels there only. All state but the channels
 * belongs to one thread, which never waits.
 *
 * @since 0.1.0
 */
public final class RedisWakeUps implements Shard.Owner, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(RedisWakeUps.class);

	private static final long LOOK_MILLIS = 500;

	private static final long LONGEST_PAUSE_MILLIS = 2000;

	private static final long FORBIDDEN_PAUSE_MILLIS = Duration.ofMinutes(10).toMillis();

	/**
	 * How long a connection may be quiet before it is asked for a sign.
	 */
	private static final long QUIET_NANOS = Duration.ofSeconds(1).toNanos();

	/**
	 * How long a master may take to connect, to confirm, or to give a sign.
	 */
	private static final long SILENT_NANOS = RedisReplies.TIMEOUT.toNanos();

	private final ScheduledThreadPoolExecutor worker = worker();

	private final Map<String, WakeUpChannel> channels = new ConcurrentHashMap<>();

	private final Map<String, Shard> shards = new HashMap<>();

	private final RedisTransport transport;

	private @Nullable Masters masters;

	private boolean opening;

	private boolean looking;

	private boolean refreshing;

	private boolean told;

	private long pausedSince = System.nanoTime();

	private long pauseMillis;

	private volatile NotificationMode hearing = NotificationMode.NOTHING;

	private volatile boolean closed;

	public RedisWakeUps(RedisTransport transport) {
		this.transport = transport;
	}

	/**
	 * Listen to a channel, also if that was asked before.
	 * @param name the channel
	 * @param wakeUp what to call when there is a message, and once when messages are
	 * heard or not heard any more
	 * @return whether a message from now on is heard
	 */
	public boolean listen(String name, Runnable wakeUp) {
		WakeUpChannel channel = this.channels.compute(name, (key, known) -> {
			WakeUpChannel listening = (known != null) ? known : new WakeUpChannel(name);
			listening.add(wakeUp);
			return listening;
		});
		if (channel.isHeard()) {
			return true;
		}
		run(() -> added(channel));
		return false;
	}

	/**
	 * Tell how this node hears of releases at present, where it listens.
	 * @return how
	 */
	public NotificationMode hearing() {
		return this.hearing;
	}

	public void remove(String name, Runnable wakeUp) {
		WakeUpChannel channel = this.channels.get(name);
		if (channel != null
				&& this.channels.computeIfPresent(name, (key, known) -> known.remove(wakeUp) ? null : known) == null) {
			run(() -> removed(channel));
		}
	}

	@Override
	public void close() {
		run(() -> {
			this.closed = true;
			this.channels.clear();
			giveUp();
		});
		this.worker.shutdown();
	}

	@Override
	public boolean run(Runnable task) {
		try {
			this.worker.execute(() -> guarded(task));
			return true;
		}
		catch (RejectedExecutionException ex) {
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

	private void added(WakeUpChannel channel) {
		if (this.channels.get(channel.name()) == channel && channel.shard() == null) {
			place(channel);
		}
		lookLater();
	}

	private void removed(WakeUpChannel channel) {
		Shard shard = channel.shard();
		if (shard != null && !this.channels.containsKey(channel.name())) {
			shard.unsubscribe(channel.name());
		}
	}

	private void place(WakeUpChannel channel) {
		Masters known = this.masters;
		if (known == null) {
			open();
			return;
		}
		if (isPaused()) {
			return;
		}
		try {
			Shard shard = shard(known, known.masterOf(channel.name()));
			channel.moveTo(shard);
			shard.subscribe(channel.name());
		}
		catch (LockStoreException ex) {
			logger.debug("Not listening to '{}' at present", channel.name(), ex);
			channel.displace();
		}
	}

	private void open() {
		if (this.opening || isPaused()) {
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
		this.hearing = opened.isSharded() ? NotificationMode.SHARDED : NotificationMode.PLAIN;
		placeAll();
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

	/**
	 * Pass on what was opened, which is closed if it comes too late.
	 */
	private void handOver(@Nullable AutoCloseable opened, Runnable task) {
		if (!run(task) && opened != null) {
			Shard.close(opened);
		}
	}

	private void connected(Shard shard, @Nullable RedisSubscriptions connection, @Nullable Throwable failure) {
		if (connection == null) {
			Throwable cause = RedisReplies.cause(Objects.requireNonNull(failure));
			lost(shard, cause);
			tell("", cause);
		}
		else if (this.shards.get(shard.master()) != shard) {
			Shard.close(connection);
		}
		else {
			shard.connected(connection);
			on(shard).forEach((channel) -> {
				channel.moveTo(shard);
				shard.subscribe(channel.name());
			});
		}
	}

	@Override
	public void message(String name) {
		WakeUpChannel channel = this.channels.get(name);
		if (channel != null) {
			channel.wake();
		}
	}

	@Override
	public void confirmed(Shard shard, String name) {
		shard.answered();
		WakeUpChannel channel = this.channels.get(name);
		if (channel == null || channel.shard() != shard) {
			shard.unsubscribe(name);
			return;
		}
		this.told = false;
		this.pauseMillis = 0;
		channel.confirm();
	}

	@Override
	public void refused(Shard shard, String name, Throwable cause) {
		WakeUpChannel channel = this.channels.get(name);
		if (RedisErrors.isRefused(cause)) {
			failed(cause);
		}
		else if (channel != null && channel.shard() == shard) {
			logger.debug("Not listening to '{}' at {} any more", name, shard.master(), cause);
			channel.displace();
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
		on(shard).forEach(WakeUpChannel::displace);
	}

	/**
	 * Give all connections up, and try again after a while.
	 */
	private void failed(Throwable cause) {
		boolean forbidden = RedisErrors.isRefused(cause);
		giveUp();
		this.pausedSince = System.nanoTime();
		this.pauseMillis = forbidden ? FORBIDDEN_PAUSE_MILLIS : longerPause();
		tell(forbidden ? "The server's user needs the rights &distlock:* +subscribe +unsubscribe +publish, and for "
				+ "a Redis Cluster +ssubscribe +sunsubscribe +spublish. " : "", cause);
	}

	private void tell(String remedy, Throwable cause) {
		if (!this.told && !this.closed) {
			this.told = true;
			logger.warn("Released locks are not listened for in Redis at present; waiting nodes poll. {}({})", remedy,
					cause.getMessage());
		}
	}

	private void giveUp() {
		this.hearing = NotificationMode.NOTHING;
		this.shards.values().forEach(Shard::close);
		this.shards.clear();
		Masters open = this.masters;
		this.masters = null;
		if (open != null) {
			Shard.close(open);
		}
		this.channels.values().forEach(WakeUpChannel::displace);
	}

	private List<WakeUpChannel> on(@Nullable Shard shard) {
		return this.channels.values().stream().filter((channel) -> channel.shard() == shard).toList();
	}

	private void lookLater() {
		if (!this.looking && !this.closed) {
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
		lookLater();
		List.copyOf(this.shards.values()).forEach(this::lookAt);
		this.channels.values().forEach(this::follow);
		if (!on(null).isEmpty()) {
			placeAgain();
		}
	}

	private void lookAt(Shard shard) {
		List<WakeUpChannel> there = on(shard);
		if (shard.isSilentFor(SILENT_NANOS)
				|| there.stream().anyMatch((channel) -> channel.isUnconfirmedFor(SILENT_NANOS))) {
			IllegalStateException cause = new IllegalStateException(
					"Redis does not answer on the connection that listens for released locks");
			tell("", cause);
			lost(shard, cause);
		}
		else if (shard.isIdleFor(QUIET_NANOS)) {
			there.stream().findFirst().ifPresent((channel) -> shard.ask(channel.name()));
		}
	}

	private void follow(WakeUpChannel channel) {
		Shard shard = channel.shard();
		if (shard != null && channel.isHeard() && !shard.master().equals(masterOf(channel, shard))) {
			shard.unsubscribe(channel.name());
			channel.displace();
			place(channel);
		}
	}

	private String masterOf(WakeUpChannel channel, Shard otherwise) {
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
		if (this.refreshing || isPaused()) {
			return;
		}
		this.refreshing = true;
		known.refresh()
			.toCompletableFuture()
			.copy()
			.orTimeout(RedisReplies.TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
			.whenComplete((done, failure) -> run(() -> {
				this.refreshing = false;
				placeAll();
				this.pausedSince = System.nanoTime();
				this.pauseMillis = longerPause();
			}));
	}

	private void placeAll() {
		on(null).forEach(this::place);
	}

	private boolean isPaused() {
		return System.nanoTime() - this.pausedSince < TimeUnit.MILLISECONDS.toNanos(this.pauseMillis);
	}

	private long longerPause() {
		return Math.min(LONGEST_PAUSE_MILLIS, Math.max(LOOK_MILLIS, 2 * this.pauseMillis));
	}

	private static ScheduledThreadPoolExecutor worker() {
		ScheduledThreadPoolExecutor worker = new ScheduledThreadPoolExecutor(1,
				DaemonThreads.named("distlock-redis-wake-ups"));
		worker.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		worker.setKeepAliveTime(10, TimeUnit.SECONDS);
		worker.allowCoreThreadTimeOut(true);
		return worker;
	}

}
