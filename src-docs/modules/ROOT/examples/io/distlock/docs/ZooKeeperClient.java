// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A client of ZooKeeper that locks are kept over.
 */
@Configuration(proxyBeanMethods = false)
class ZooKeeperClient {

	// tag::client[]
	@Bean(destroyMethod = "close")
	CuratorFramework curator() {
		return CuratorFrameworkFactory.builder()
			.connectString("zk1:2181,zk2:2181,zk3:2181")
			.sessionTimeoutMs(15_000)
			.retryPolicy(new ExponentialBackoffRetry(100, 3))
			.namespace("shop")
			.build();
	}
	// end::client[]

}
