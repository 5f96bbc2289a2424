// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached.autoconfigure;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Details required to connect the locks to Memcached. A bean of this type takes
 * precedence over the connection properties below {@code distlock.memcached}.
 *
 * @since 0.1.0
 */
public interface MemcachedConnectionDetails extends ConnectionDetails {

	/**
	 * Return the servers.
	 * @return the servers, as in {@code cache1:11211,cache2:11211}
	 */
	String getServers();

}
