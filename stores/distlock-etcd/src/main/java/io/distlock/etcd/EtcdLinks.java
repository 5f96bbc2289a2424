// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

import io.distlock.internal.thread.DaemonThreads;
import io.etcd.jetcd.Client;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Current client: the client of the application, or an own client that is closed when it
 * is silent, and replaced with the next request.
 */
final class EtcdLinks implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(EtcdLinks.class);

	private final ReentrantLock lock = new ReentrantLock();

	private final Executor closing = DaemonThreads.executor("distlock-etcd-close-");

	private final Supplier<Client> clients;

	private final boolean own;

	private volatile @Nullable EtcdLink current;

	private boolean closed;

	private EtcdLinks(Supplier<Client> clients, boolean own) {
		this.clients = clients;
		this.own = own;
	}

	static EtcdLinks ofApplication(Client client) {
		return new EtcdLinks(() -> client, false);
	}

	static EtcdLinks own(Supplier<Client> clients) {
		return new EtcdLinks(clients, true);
	}

	<T> CompletableFuture<T> send(Function<Client, CompletableFuture<T>> request) {
		try {
			return get().send(request);
		}
		catch (IllegalStateException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/**
	 * Return the client for the next request.
	 * @throws IllegalStateException if the provider is closed
	 */
	Client client() {
		return get().client();
	}

	boolean areReadByCurrentThread() {
		EtcdLink known = this.current;
		return known != null && known.isReadByCurrentThread();
	}

	private EtcdLink get() {
		EtcdLink known = this.current;
		if (known != null) {
			return known;
		}
		this.lock.lock();
		try {
			known = this.current;
			if (known == null) {
				if (this.closed) {
					throw new IllegalStateException("The provider is closed");
				}
				known = open();
				this.current = known;
			}
			return known;
		}
		finally {
			this.lock.unlock();
		}
	}

	private EtcdLink open() {
		Client client = this.clients.get();
		return new EtcdLink(client, () -> replace(client));
	}

	private void replace(Client silent) {
		if (this.own && forget(silent)) {
			logger.debug("Closing the client of etcd: it has fallen silent");
			this.closing.execute(silent::close);
		}
	}

	private boolean forget(Client silent) {
		this.lock.lock();
		try {
			EtcdLink known = this.current;
			boolean used = known != null && known.client() == silent;
			if (used) {
				this.current = null;
			}
			return used;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void close() {
		if (!this.own) {
			return;
		}
		EtcdLink last;
		this.lock.lock();
		try {
			this.closed = true;
			last = this.current;
			this.current = null;
		}
		finally {
			this.lock.unlock();
		}
		if (last != null) {
			last.client().close();
		}
	}

}
