// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import java.util.function.Supplier;

import io.distlock.line.LineLockProvider;
import io.etcd.jetcd.Client;

/**
 * Locks and jobs in etcd. The revision that made a place in line is the fencing token,
 * which rises over the whole store. Places belong to a lease of etcd that locks of about
 * the same duration share.
 * <p>
 * See the page 'line-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class EtcdLockProvider extends LineLockProvider {

	private final EtcdLinks links;

	/**
	 * Create a provider. It talks to no server before the first lock.
	 * @param client the client, never closed here
	 * @param rootPath what all keys begin with, such as {@value #DEFAULT_ROOT_PATH}; a
	 * slash follows
	 * @throws IllegalArgumentException if the root path is empty, or begins or ends with
	 * a slash
	 */
	public EtcdLockProvider(Client client, String rootPath) {
		this(EtcdLinks.ofApplication(client), rootPath);
	}

	/**
	 * Create a provider with clients of its own, one at a time. A client is closed and
	 * replaced when a request has had no reply for three seconds, and no other reply has
	 * arrived meanwhile, or when the servers have been unavailable for that long. The
	 * first one is created with the first lock, and the last one is closed with this
	 * provider.
	 * @param clients creates a client, preferably one that tries another member first
	 * than the client before; called by one thread at a time
	 * @param rootPath what all keys begin with, such as {@value #DEFAULT_ROOT_PATH}; a
	 * slash follows
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
