/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
