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

package io.distlock.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import io.distlock.provider.DaemonThreads;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for released locks on one connection, by one daemon thread, from the first time
 * that there is a waiter until nobody has waited for a while. A notification only says
 * that another attempt is worth while; who waits also asks on its own now and then.
 */
final class PostgresWakeUps implements WakeUps {

	private static final Logger logger = LoggerFactory.getLogger(PostgresWakeUps.class);

	private static final int LISTEN_MILLIS = 500;

	private static final long IDLE_NANOS = Duration.ofMinutes(1).toNanos();

	private static final long PING_NANOS = Duration.ofSeconds(10).toNanos();

	private static final long RECONNECT_MILLIS = 1000;

	private static final long UNAVAILABLE_NANOS = Duration.ofMinutes(10).toNanos();

	private final ConcurrentMap<String, Set<Runnable>> waiting = new ConcurrentHashMap<>();

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition closing = this.lock.newCondition();

	private final LockDatabase database;

	private final String channel;

	private @Nullable Thread listener;

	private @Nullable Connection connection;

	private long unavailableSince;

	private boolean unavailable;

	private boolean closed;

	private volatile boolean live;

	PostgresWakeUps(LockDatabase database) {
		this.database = database;
		this.channel = PostgresStatements.channel(database.table());
	}

	@Override
	public void add(String key, Runnable wakeUp) {
		this.waiting.compute(key, (same, wakeUps) -> {
			Set<Runnable> all = (wakeUps != null) ? wakeUps : ConcurrentHashMap.newKeySet();
			all.add(wakeUp);
			return all;
		});
		startUnlessRunning();
	}

	@Override
	public void remove(String key, Runnable wakeUp) {
		this.waiting.computeIfPresent(key, (same, wakeUps) -> {
			wakeUps.remove(wakeUp);
			return wakeUps.isEmpty() ? null : wakeUps;
		});
	}

	@Override
	public boolean isLive() {
		return this.live;
	}

	@Override
	public void close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.closing.signalAll();
			if (this.connection != null) {
				this.connection.abort(Runnable::run);
			}
		}
		catch (SQLException ex) {
			logger.debug("Could not close the connection that listens for released locks", ex);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void startUnlessRunning() {
		this.lock.lock();
		try {
			boolean pointless = this.unavailable && System.nanoTime() - this.unavailableSince < UNAVAILABLE_NANOS;
			if (this.listener == null && !this.closed && !pointless) {
				this.unavailable = false;
				this.listener = DaemonThreads.named("distlock-jdbc-listen").newThread(this::listenWhileNeeded);
				this.listener.start();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void listenWhileNeeded() {
		boolean quiet = false;
		while (!isOver()) {
			try {
				listenOnce();
				quiet = false;
			}
			catch (SQLException | RuntimeException ex) {
				logFailure(ex, quiet);
				quiet = true;
				pause();
			}
			finally {
				this.live = false;
				wakeAll();
			}
		}
	}

	// In one step with the check, the thread is given up, so that whoever comes later
	// starts another.
	private boolean isOver() {
		this.lock.lock();
		try {
			if (this.closed || this.unavailable || this.waiting.isEmpty()) {
				this.listener = null;
				return true;
			}
			return false;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void listenOnce() throws SQLException {
		try (Connection opened = this.database.open()) {
			if (!PostgresSession.isDirect(opened)) {
				giveUp();
				return;
			}
			Sql.execute(opened, "listen \"" + this.channel + "\"");
			if (keep(opened)) {
				this.live = true;
				wakeAll();
				hear(opened, opened.unwrap(PGConnection.class));
				// The application may use its connection for something else next.
				Sql.execute(opened, "unlisten \"" + this.channel + "\"");
			}
		}
		finally {
			keep(null);
		}
	}

	private boolean keep(@Nullable Connection opened) {
		this.lock.lock();
		try {
			this.connection = opened;
			return !this.closed;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void hear(Connection opened, PGConnection notifications) throws SQLException {
		long lastWaiter = System.nanoTime();
		long lastSign = lastWaiter;
		while (System.nanoTime() - lastWaiter < IDLE_NANOS) {
			PGNotification[] heard = notifications.getNotifications(LISTEN_MILLIS);
			if (heard != null && heard.length > 0) {
				lastSign = System.nanoTime();
				wake(heard);
			}
			else if (System.nanoTime() - lastSign > PING_NANOS) {
				Sql.execute(opened, "select 1");
				lastSign = System.nanoTime();
			}
			if (!this.waiting.isEmpty()) {
				lastWaiter = System.nanoTime();
			}
		}
	}

	private void wake(PGNotification[] heard) {
		for (PGNotification notification : heard) {
			this.waiting.getOrDefault(notification.getParameter(), Set.of()).forEach(Runnable::run);
		}
	}

	private void wakeAll() {
		this.waiting.values().forEach((wakeUps) -> wakeUps.forEach(Runnable::run));
	}

	private void giveUp() {
		this.lock.lock();
		try {
			this.unavailable = true;
			this.unavailableSince = System.nanoTime();
		}
		finally {
			this.lock.unlock();
		}
		logger.info("Releases of locks in '{}' cannot be listened for, because the connection goes through a "
				+ "pooling proxy, such as PgBouncer, or is not of the PostgreSQL driver; waiting nodes poll, "
				+ "at most 'distlock.jdbc.max-poll-interval' apart", this.database.table());
	}

	private void logFailure(Exception ex, boolean quiet) {
		if (!quiet && !isClosed()) {
			logger.warn("The connection that listens for released locks in '{}' was lost or refused; "
					+ "waiting nodes poll until there is another: {}", this.database.table(), ex.getMessage());
		}
	}

	private boolean isClosed() {
		this.lock.lock();
		try {
			return this.closed;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void pause() {
		this.live = false;
		this.lock.lock();
		try {
			if (!this.closed && !this.closing.await(RECONNECT_MILLIS, TimeUnit.MILLISECONDS)) {
				logger.debug("Listening for released locks again");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.lock.unlock();
		}
	}

}
