// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in etcd.
 *
 * @param endpoints Members, such as
 * "http://etcd1:2379,http://etcd2:2379,http://etcd3:2379". If set, distlock opens a
 * connection of its own; otherwise the Client bean of the application is used.
 * @param rootPath Prefix of all keys, such as "distlock", followed by a slash.
 * @param username User name, if the servers require a user. For the client of "endpoints"
 * only.
 * @param password Password of the user. For the client of "endpoints" only.
 * @param sslBundle SSL bundle for endpoints with "https". By default the certificates of
 * the JVM are trusted. For the client of "endpoints" only.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.etcd", ignoreUnknownFields = false)
record DistlockEtcdProperties(@Nullable String endpoints, @DefaultValue("distlock") String rootPath,
		@Nullable String username, @Nullable String password, @Nullable String sslBundle) {

}
