// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.etcd;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties for locks in etcd.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("distlock.etcd")
public class DistlockEtcdProperties {

	/**
	 * The members, as in "http://etcd1:2379,http://etcd2:2379,http://etcd3:2379". If set,
	 * distlock connects itself; otherwise the Client bean of the application is used.
	 */
	private @Nullable String endpoints;

	/**
	 * What all keys begin with, such as "distlock"; a slash follows.
	 */
	private String rootPath = "distlock";

	/**
	 * The user, where the servers ask for one. For the client of "endpoints" only.
	 */
	private @Nullable String username;

	/**
	 * The password of the user. For the client of "endpoints" only.
	 */
	private @Nullable String password;

	/**
	 * The SSL bundle for endpoints that begin with "https"; without one the certificates
	 * are trusted that the JVM trusts. For the client of "endpoints" only.
	 */
	private @Nullable String sslBundle;

	public @Nullable String getEndpoints() {
		return this.endpoints;
	}

	public void setEndpoints(@Nullable String endpoints) {
		this.endpoints = endpoints;
	}

	public String getRootPath() {
		return this.rootPath;
	}

	public void setRootPath(String rootPath) {
		this.rootPath = rootPath;
	}

	public @Nullable String getUsername() {
		return this.username;
	}

	public void setUsername(@Nullable String username) {
		this.username = username;
	}

	public @Nullable String getPassword() {
		return this.password;
	}

	public void setPassword(@Nullable String password) {
		this.password = password;
	}

	public @Nullable String getSslBundle() {
		return this.sslBundle;
	}

	public void setSslBundle(@Nullable String sslBundle) {
		this.sslBundle = sslBundle;
	}

}
