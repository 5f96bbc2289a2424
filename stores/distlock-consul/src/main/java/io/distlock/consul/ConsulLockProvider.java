// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import io.distlock.line.LineLockProvider;

/**
 * Locks and jobs in Consul. The index of the change that made a place in line is the
 * fencing token, which rises over the whole store. Places belong to a session of Consul
 * that locks of about the same duration share, and which lives for ten seconds at least;
 * Consul ends it up to that much later than it might.
 * <p>
 * See the page 'line-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class ConsulLockProvider extends LineLockProvider {

	/**
	 * Create a provider. It sends nothing before the first lock.
	 * @param client the client
	 * @param settings the settings
	 */
	public ConsulLockProvider(ConsulClient client, ConsulLockSettings settings) {
		super(new ConsulLineStore(client), settings.rootPath());
	}

	@Override
	public String name() {
		return "consul";
	}

}
