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

package io.distlock.autoconfigure.fencing;

import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What applications may set about fencing tokens in requests to other services.
 *
 * @since 0.1.0
 */
@ConfigurationProperties("distlock.fencing.http")
public class DistlockFencingHttpProperties {

	/**
	 * Hosts that are told the fencing token of the lock that a request is sent under,
	 * without scheme and port. A name like "*.example.com" stands for all subdomains.
	 */
	private List<String> hosts = new ArrayList<>();

	/**
	 * Name of the header that carries the key and the fencing token.
	 */
	private String header = "X-Lock-Token";

	public List<String> getHosts() {
		return this.hosts;
	}

	public void setHosts(List<String> hosts) {
		this.hosts = hosts;
	}

	public String getHeader() {
		return this.header;
	}

	public void setHeader(String header) {
		this.header = header;
	}

}
