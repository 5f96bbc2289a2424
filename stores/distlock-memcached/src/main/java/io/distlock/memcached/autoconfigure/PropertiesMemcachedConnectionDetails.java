// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached.autoconfigure;

import java.util.Objects;

/**
 * Connection details from {@code distlock.memcached.*}.
 *
 * @param properties the properties
 */
record PropertiesMemcachedConnectionDetails(
		DistlockMemcachedProperties properties) implements MemcachedConnectionDetails {

	@Override
	public String getServers() {
		return Objects.requireNonNullElse(this.properties.servers(), "");
	}

}
