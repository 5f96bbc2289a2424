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
 * @param connectString Servers to connect to, optionally with a root path, such as
 * "zk1:2181,zk2:2181/shop". Defaults to the CuratorFramework bean.
 * @param rootPath Parent node of all locks, created on demand.
 * @param sessionTimeout Time after which the servers release the locks of a silent node,
 * limited by the servers to 2 to 20 ticks. With "connect-string" only.
 * @param auth Credentials of this application with their scheme, such as
 * "digest:user:password". With "connect-string" only.
 * @param acl Access to the created nodes. "auto" means "creator-only" if "auth" is set,
 * otherwise "open" to every client. With "connect-string" only.
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
