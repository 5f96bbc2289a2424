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
	 * @param settings the settings
	 */
	public EtcdLockProvider(Client client, EtcdLockSettings settings) {
		super(new EtcdLineStore(client), settings.rootPath());
	}

	@Override
	public String name() {
		return "etcd";
	}

}
