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
	 * @param rootPath what all keys begin with, such as {@value #DEFAULT_ROOT_PATH}; a
	 * slash follows
	 * @throws IllegalArgumentException if the root path is empty, or begins or ends with
	 * a slash
	 */
	public ConsulLockProvider(ConsulClient client, String rootPath) {
		super(new ConsulLineStore(client), rootPath);
	}

	@Override
	public String name() {
		return "consul";
	}

}
