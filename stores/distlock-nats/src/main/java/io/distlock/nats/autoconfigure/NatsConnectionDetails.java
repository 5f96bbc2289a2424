// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.ssl.SslBundle;

/**
 * Details required to connect the locks to NATS. A bean of this type takes precedence
 * over the connection properties below {@code distlock.nats}.
 *
 * @since 0.1.0
 */
public interface NatsConnectionDetails extends ConnectionDetails {

	/**
	 * Return the servers.
	 * @return the servers, as in {@code nats://nats1:4222,nats://nats2:4222}
	 */
	String getServers();

	/**
	 * Return the user.
	 * @return the user, or {@code null} for none
	 */
	default @Nullable String getUsername() {
		return null;
	}

	/**
	 * Return the password of the user.
	 * @return the password, or {@code null} for none
	 */
	default @Nullable String getPassword() {
		return null;
	}

	/**
	 * Return the file with the credentials of a user of an account.
	 * @return the path of the file, or {@code null} for none
	 */
	default @Nullable String getCredentials() {
		return null;
	}

	/**
	 * Return the SSL bundle for "tls".
	 * @return the bundle, or {@code null} for the certificates trusted by the JVM
	 */
	default @Nullable SslBundle getSslBundle() {
		return null;
	}

}
