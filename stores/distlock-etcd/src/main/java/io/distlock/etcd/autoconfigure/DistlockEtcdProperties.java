// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in etcd.
 *
 * @param endpoints The members, as in
 * "http://etcd1:2379,http://etcd2:2379,http://etcd3:2379". If set, distlock connects
 * itself; otherwise the Client bean of the application is used.
 * @param rootPath What all keys begin with, such as "distlock"; a slash follows.
 * @param username The user, where the servers ask for one. For the client of "endpoints"
 * only.
 * @param password The password of the user. For the client of "endpoints" only.
 * @param sslBundle The SSL bundle for endpoints that begin with "https"; without one the
 * certificates are trusted that the JVM trusts. For the client of "endpoints" only.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.etcd", ignoreUnknownFields = false)
record DistlockEtcdProperties(@Nullable String endpoints, @DefaultValue("distlock") String rootPath,
		@Nullable String username, @Nullable String password, @Nullable String sslBundle) {

}
