// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.consul;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties for locks in Consul.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("distlock.consul")
public class DistlockConsulProperties {

	/**
	 * The agent, as in "http://localhost:8500". If set, distlock connects itself;
	 * otherwise the ConsulClient bean of the application is used.
	 */
	private @Nullable String url;

	/**
	 * What all keys begin with, such as "distlock"; a slash follows.
	 */
	private String rootPath = "distlock";

	/**
	 * The ACL token, where the servers ask for one. For the client of "url" only.
	 */
	private @Nullable String token;

	/**
	 * The SSL bundle for a URL that begins with "https"; without one the certificates are
	 * trusted that the JVM trusts. For the client of "url" only.
	 */
	private @Nullable String sslBundle;

	public @Nullable String getUrl() {
		return this.url;
	}

	public void setUrl(@Nullable String url) {
		this.url = url;
	}

	public String getRootPath() {
		return this.rootPath;
	}

	public void setRootPath(String rootPath) {
		this.rootPath = rootPath;
	}

	public @Nullable String getToken() {
		return this.token;
	}

	public void setToken(@Nullable String token) {
		this.token = token;
	}

	public @Nullable String getSslBundle() {
		return this.sslBundle;
	}

	public void setSslBundle(@Nullable String sslBundle) {
		this.sslBundle = sslBundle;
	}

}
