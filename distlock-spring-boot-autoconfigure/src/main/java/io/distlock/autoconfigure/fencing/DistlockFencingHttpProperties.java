// SPDX-License-Identifier: Apache-2.0

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
