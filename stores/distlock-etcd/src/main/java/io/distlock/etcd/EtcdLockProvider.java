// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import java.util.function.Supplier;

import io.distlock.line.LineLockProvider;
import io.etcd.jetcd.Client;

/**
 * Keeps locks and jobs in etcd. The fencing token is the revision that created the queue
 * entry, and increases over the whole store. Entries are bound to a lease of etcd shared
 * by locks of similar duration.
 * <p>
 * See the page 'line-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class EtcdLockProvider extends LineLockProvider {

	private final EtcdLinks links;

	/**
	 * Create a provider. The provider contacts the servers with the first lock.
	 * @param client the client, never closed by this provider
	 * @param rootPath the prefix of all keys, such as {@value #DEFAULT_ROOT_PATH},
	 * followed by a slash
	 * @throws IllegalArgumentException if the root path is empty, or begins or ends with
	 * a slash
	 */
	public EtcdLockProvider(Client client, String rootPath) {
		this(EtcdLinks.ofApplication(client), rootPath);
	}

	/**
	 * Create a provider with its own clients, one at a time. A client is closed and
	 * replaced after a request without a reply for three seconds and without any other
	 * reply meanwhile, or after the servers have been unavailable for the same time. The
	 * first client is created with the first lock, and the last client is closed with
	 * this provider.
	 * @param clients creates a client, preferably starting with another member than the
	 * previous client; called by one thread at a time
	 * @param rootPath the prefix of all keys, such as {@value #DEFAULT_ROOT_PATH},
	 * followed by a slash
	 * @throws IllegalArgumentException if the root path is empty, or begins or ends with
	 * a slash
	 */
	public EtcdLockProvider(Supplier<Client> clients, String rootPath) {
		this(EtcdLinks.own(clients), rootPath);
	}

	private EtcdLockProvider(EtcdLinks links, String rootPath) {
		super(new EtcdLineStore(links), rootPath);
		this.links = links;
	}

	@Override
	public String name() {
		return "etcd";
	}

	@Override
	public boolean isClientThread() {
		return this.links.areReadByCurrentThread();
	}

	@Override
	public void close() {
		super.close();
		this.links.close();
	}

}
