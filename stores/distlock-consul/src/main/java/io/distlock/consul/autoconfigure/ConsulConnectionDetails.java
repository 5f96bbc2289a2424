// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.ssl.SslBundle;

/**
 * Details required to connect the locks to Consul. A bean of this type takes precedence
 * over the connection properties below {@code distlock.consul}.
 *
 * @since 0.1.0
 */
public interface ConsulConnectionDetails extends ConnectionDetails {

	/**
	 * Return the URL of the agent.
	 * @return the URL, as in {@code http://localhost:8500}
	 */
	String getUrl();

	/**
	 * Return the ACL token.
	 * @return the token, or {@code null} for none
	 */
	default @Nullable String getToken() {
		return null;
	}

	/**
	 * Return the SSL bundle for "https".
	 * @return the bundle, or {@code null} for the certificates trusted by the JVM
	 */
	default @Nullable SslBundle getSslBundle() {
		return null;
	}

}
