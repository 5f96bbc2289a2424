// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.distlock.internal.task.Durations;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.api.CuratorEventType;
import org.apache.curator.framework.api.CuratorListener;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.ZooKeeper.States;
import org.jspecify.annotations.Nullable;

/**
 * Current session of the client. Requests bypass Curator and use the client's ZooKeeper
 * handle, because Curator would retry them according to the application's retry policy:
 * for longer than a caller waits, and possibly creating more than one node.
 */
final class Sessions implements CuratorListener {

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

	private static final long POLL_NANOS = 2_000_000;

	private final CuratorFramework client;

	private final Consumer<Session> ended;

	private final ReentrantLock mutex = new ReentrantLock();

	private boolean listening;

	private volatile @Nullable Session session;

	/**
	 * Create the sessions of a client.
	 * @param client the client
	 * @param ended accepts each lost session
	 */
	Sessions(CuratorFramework client, Consumer<Session> ended) {
		this.client = client;
		this.ended = ended;
	}

	/**
	 * Return the session for requests, recently connected.
	 * @throws LockStoreException if no server was reached in time
	 */
	Session current() {
		Session session = this.session;
		if (session != null && session.isConnected() && isCurrent(session)) {
			return session;
		}
		start();
		return connect();
	}

	/**
	 * Return whether the current thread reads the responses of the session.
	 */
	boolean areReadByCurrentThread() {
		Session session = this.session;
		return session != null && session.isReadByCurrentThread();
	}

	/**
	 * Stop listening to the client.
	 */
	void close() {
		this.client.getCuratorListenable().removeListener(this);
	}

	@Override
	public void eventReceived(CuratorFramework client, CuratorEvent event) {
		boolean connection = event.getType() == CuratorEventType.WATCHED
				&& event.getWatchedEvent().getType() == EventType.None;
		Session session = this.session;
		if (session == null) {
			return;
		}
		if (event.getType() == CuratorEventType.CLOSING || (connection && (session.isOver() || !isCurrent(session)))) {
			end(session);
		}
		else if (connection) {
			changed(session, event.getWatchedEvent().getState());
		}
	}

	private static void changed(Session session, KeeperState state) {
		if (state == KeeperState.SyncConnected || state == KeeperState.ConnectedReadOnly) {
			session.connected();
		}
		else if (state == KeeperState.Disconnected) {
			session.disconnected();
		}
	}

	private void start() {
		this.mutex.lock();
		try {
			if (!this.listening) {
				this.listening = true;
				this.client.getCuratorListenable().addListener(this);
			}
			if (this.client.getState() == CuratorFrameworkState.LATENT) {
				this.client.start();
			}
		}
		catch (IllegalStateException ex) {
			// Another thread has started it at the same time.
		}
		finally {
			this.mutex.unlock();
		}
	}

	private Session connect() {
		long end = System.nanoTime() + CONNECT_TIMEOUT.toNanos();
		boolean interrupted = false;
		try {
			while (true) {
				ZooKeeper zooKeeper = handle();
				Session session = (zooKeeper != null && zooKeeper.getState().isConnected()) ? sessionOf(zooKeeper)
						: null;
				if (session != null) {
					return session;
				}
				refuse(zooKeeper, end);
				LockSupport.parkNanos(POLL_NANOS);
				interrupted |= Thread.interrupted();
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private void refuse(@Nullable ZooKeeper zooKeeper, long end) {
		if (this.client.getState() == CuratorFrameworkState.STOPPED) {
			throw new LockStoreException("The ZooKeeper client is closed", Outcome.PERMANENT, null);
		}
		if (zooKeeper != null && zooKeeper.getState() == States.AUTH_FAILED) {
			throw new LockStoreException(
					"ZooKeeper refuses the client's credentials: check the client's authentication", Outcome.PERMANENT,
					null);
		}
		if (System.nanoTime() - end >= 0) {
			throw notConnected(null);
		}
	}

	private LockStoreException notConnected(@Nullable Throwable cause) {
		return new LockStoreException(
				"Could not connect to any server of '%s' within %s. Check the client's connect string, and that the servers respond"
					.formatted(this.client.getZookeeperClient().getCurrentConnectionString(),
							Durations.text(CONNECT_TIMEOUT)),
				Outcome.TRANSIENT, cause);
	}

	/**
	 * Return the session of a handle, or {@code null} if the client has another handle by
	 * now: an outdated handle must not end the current session.
	 */
	private @Nullable Session sessionOf(ZooKeeper zooKeeper) {
		Session before;
		Session current;
		this.mutex.lock();
		try {
			if (handle() != zooKeeper) {
				return null;
			}
			before = this.session;
			current = (before != null && before.isOf(zooKeeper)) ? before : new Session(zooKeeper);
			this.session = current;
		}
		finally {
			this.mutex.unlock();
		}
		if (before != null && before != current) {
			end(before);
		}
		return current;
	}

	private void end(Session session) {
		session.end();
		this.ended.accept(session);
	}

	/**
	 * Return whether the client still uses a session. Exceptions from the client's
	 * background operations are irrelevant here.
	 */
	private boolean isCurrent(Session session) {
		try {
			return session.isOf(this.client.getZookeeperClient().getZooKeeper());
		}
		catch (Exception ex) {
			return true;
		}
	}

	private @Nullable ZooKeeper handle() {
		if (this.client.getState() == CuratorFrameworkState.STOPPED) {
			return null;
		}
		try {
			return this.client.getZookeeperClient().getZooKeeper();
		}
		catch (Exception ex) {
			throw notConnected(ex);
		}
	}

}
