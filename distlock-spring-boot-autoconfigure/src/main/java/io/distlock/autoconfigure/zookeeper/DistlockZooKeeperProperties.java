// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties for locks in ZooKeeper.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("distlock.zookeeper")
public class DistlockZooKeeperProperties {

	/**
	 * The servers, as in "zk1:2181,zk2:2181,zk3:2181", optionally followed by a path that
	 * everything is kept below, as in "zk1:2181,zk2:2181/shop". If set, distlock connects
	 * itself; otherwise the CuratorFramework bean of the application is used.
	 */
	private @Nullable String connectString;

	/**
	 * The node below which all locks are kept. Made on demand.
	 */
	private String rootPath = "/distlock";

	/**
	 * How long the servers keep the locks of a node that is silent. The servers make it 2
	 * of their ticks at least, and 20 at most. For the client of "connect-string" only.
	 */
	private Duration sessionTimeout = Duration.ofSeconds(15);

	/**
	 * Credentials of this application, with their scheme, as in "digest:user:password".
	 * For the client of "connect-string" only.
	 */
	private List<String> auth = new ArrayList<>();

	/**
	 * Who may do what with the nodes that are made. By default only the identity that
	 * made them, if "auth" is set, and every client otherwise. For the client of
	 * "connect-string" only.
	 */
	private Acl acl = Acl.AUTO;

	public @Nullable String getConnectString() {
		return this.connectString;
	}

	public void setConnectString(@Nullable String connectString) {
		this.connectString = connectString;
	}

	public String getRootPath() {
		return this.rootPath;
	}

	public void setRootPath(String rootPath) {
		this.rootPath = rootPath;
	}

	public Duration getSessionTimeout() {
		return this.sessionTimeout;
	}

	public void setSessionTimeout(Duration sessionTimeout) {
		this.sessionTimeout = sessionTimeout;
	}

	public List<String> getAuth() {
		return this.auth;
	}

	public void setAuth(List<String> auth) {
		this.auth = auth;
	}

	public Acl getAcl() {
		return this.acl;
	}

	public void setAcl(Acl acl) {
		this.acl = acl;
	}

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
