// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import java.util.List;
import java.util.Objects;

/**
 * Connection details from {@code distlock.zookeeper.*}.
 *
 * @param properties the properties
 */
record PropertiesZooKeeperConnectionDetails(
		DistlockZooKeeperProperties properties) implements ZooKeeperConnectionDetails {

	@Override
	public String getConnectString() {
		return Objects.requireNonNullElse(this.properties.connectString(), "");
	}

	@Override
	public List<String> getAuth() {
		return this.properties.auth();
	}

}
