// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import io.distlock.autoconfigure.zookeeper.ZooKeeperConnectionDetails;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Locks in a ZooKeeper that runs in a container of the test.
 */
@Configuration(proxyBeanMethods = false)
class ConnectionOfContainer {

	// tag::details[]
	@Bean
	ZooKeeperConnectionDetails zooKeeperConnectionDetails(Container container) {
		return () -> container.getHost() + ":" + container.getMappedPort(2181);
	}
	// end::details[]

	interface Container {

		String getHost();

		Integer getMappedPort(int port);

	}

}
