// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in ZooKeeper.
 *
 * @param connectString Servers, such as "zk1:2181,zk2:2181,zk3:2181", optionally followed
 * by a root path, such as "zk1:2181,zk2:2181/shop". If set, distlock opens a connection
 * of its own; otherwise the CuratorFramework bean of the application is used.
 * @param rootPath Parent node of all locks. Created on demand.
 * @param sessionTimeout Time after which the servers release the locks of a silent node.
 * The servers limit it to 2 to 20 of their ticks. For the client of "connect-string"
 * only.
 * @param auth Credentials of this application with their scheme, such as
 * "digest:user:password". For the client of "connect-string" only.
 * @param acl Access to the created nodes. By default restricted to the identity of this
 * application if "auth" is set, and open to every client otherwise. For the client of
 * "connect-string" only.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.zookeeper", ignoreUnknownFields = false)
record DistlockZooKeeperProperties(@Nullable String connectString, @DefaultValue("/distlock") String rootPath,
		@DefaultValue("15s") Duration sessionTimeout, @DefaultValue List<String> auth, @DefaultValue("auto") Acl acl) {

	/**
	 * Access to the created nodes.
	 */
	public enum Acl {

		/**
		 * {@link #CREATOR_ONLY} with an identity in the properties, otherwise
		 * {@link #OPEN}.
		 */
		AUTO,

		/**
		 * Full access for the identities of the creator of a node, and no access for
		 * other clients. The servers refuse to create such nodes without an identity.
		 */
		CREATOR_ONLY,

		/**
		 * Full access for every client of the servers.
		 */
		OPEN

	}

}
