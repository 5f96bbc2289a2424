// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import java.util.List;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Details required to connect the locks to ZooKeeper. A bean of this type takes
 * precedence over the connection properties below {@code distlock.zookeeper}.
 *
 * @since 0.1.0
 */
public interface ZooKeeperConnectionDetails extends ConnectionDetails {

	/**
	 * Return the servers.
	 * @return the servers, as in {@code zk1:2181,zk2:2181}, optionally followed by a path
	 */
	String getConnectString();

	/**
	 * Return the credentials of the application.
	 * @return the credentials with their scheme, as in {@code digest:user:password}
	 */
	default List<String> getAuth() {
		return List.of();
	}

}
