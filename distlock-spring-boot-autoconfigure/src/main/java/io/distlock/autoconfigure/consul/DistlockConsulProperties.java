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

package io.distlock.autoconfigure.consul;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What applications may set about locks in Consul.
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
