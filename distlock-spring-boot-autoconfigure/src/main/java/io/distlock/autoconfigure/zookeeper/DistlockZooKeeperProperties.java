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
 * @param connectString The servers, as in "zk1:2181,zk2:2181,zk3:2181", optionally
 * followed by a path that everything is kept below, as in "zk1:2181,zk2:2181/shop". If
 * set, distlock connects itself; otherwise the CuratorFramework bean of the application
 * is used.
 * @param rootPath The node below which all locks are kept. Made on demand.
 * @param sessionTimeout How long the servers keep the locks of a node that is silent. The
 * servers make it 2 of their ticks at least, and 20 at most. For the client of
 * "connect-string" only.
 * @param auth Credentials of this application, with their scheme, as in
 * "digest:user:password". For the client of "connect-string" only.
 * @param acl Who may do what with the nodes that are made. By default only the identity
 * that made them, if "auth" is set, and every client otherwise. For the client of
 * "connect-string" only.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.zookeeper", ignoreUnknownFields = false)
record DistlockZooKeeperProperties(@Nullable String connectString, @DefaultValue("/distlock") String rootPath,
		@DefaultValue("15s") Duration sessionTimeout, @DefaultValue List<String> auth, @DefaultValue("auto") Acl acl) {

	/**
	 * Who may do what with the nodes that are made.
	 */
	public enum Acl {

		/**
		 * As {@link #CREATOR_ONLY} if there is an identity in the properties, and as
		 * {@link #OPEN} if there is none.
		 */
		AUTO,

		/**
		 * All is allowed to the identities of who has made the node, and nothing to
		 * others. Without any identity the servers refuse to make such nodes.
		 */
		CREATOR_ONLY,

		/**
		 * Every client that reaches the servers may do anything.
		 */
		OPEN

	}

}
