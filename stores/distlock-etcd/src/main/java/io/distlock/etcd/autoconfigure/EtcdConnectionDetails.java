// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.ssl.SslBundle;

/**
 * Details required to connect the locks to etcd. A bean of this type takes precedence
 * over the connection properties below {@code distlock.etcd}.
 *
 * @since 0.1.0
 */
public interface EtcdConnectionDetails extends ConnectionDetails {

	/**
	 * Return the members.
	 * @return the members, as in {@code http://etcd1:2379,http://etcd2:2379}
	 */
	String getEndpoints();

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
	 * Return the SSL bundle for "https".
	 * @return the bundle, or {@code null} for the certificates trusted by the JVM
	 */
	default @Nullable SslBundle getSslBundle() {
		return null;
	}

}
