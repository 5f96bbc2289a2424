// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import io.distlock.line.LineLockProvider;

/**
 * Keeps locks and jobs in Consul. The fencing token is the index of the change that
 * created the queue entry, and increases over the whole store. Entries are bound to a
 * session of Consul shared by locks of similar duration. A session lasts for at least ten
 * seconds, and Consul may end it later by up to its duration.
 * <p>
 * See the page 'line-protocol' of the reference.
 *
 * @since 0.1.0
 */
public final class ConsulLockProvider extends LineLockProvider {

	/**
	 * Create a provider. The provider sends requests with the first lock.
	 * @param client the client
	 * @param rootPath the prefix of all keys, such as {@value #DEFAULT_ROOT_PATH},
	 * followed by a slash
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
