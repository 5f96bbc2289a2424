// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

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

	/**
	 * Create a provider. It talks to no server before the first lock.
	 * @param client the client, never closed here
	 * @param rootPath what all keys begin with, such as {@value #DEFAULT_ROOT_PATH}; a
	 * slash follows
	 * @throws IllegalArgumentException if the root path is empty, or begins or ends with
	 * a slash
	 */
	public EtcdLockProvider(Client client, String rootPath) {
		super(new EtcdLineStore(client), rootPath);
	}

	@Override
	public String name() {
		return "etcd";
	}

}
