// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in etcd.
 *
 * @param endpoints Members to connect to, such as
 * "http://etcd1:2379,http://etcd2:2379,http://etcd3:2379". Defaults to the Client bean.
 * @param rootPath Prefix of all keys, followed by a slash.
 * @param username User name, if required. With "endpoints" only.
 * @param password Password of the user. With "endpoints" only.
 * @param sslBundle SSL bundle for "https". Defaults to the certificates of the JVM. With
 * "endpoints" only.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.etcd", ignoreUnknownFields = false)
record DistlockEtcdProperties(@Nullable String endpoints, @DefaultValue("distlock") String rootPath,
		@Nullable String username, @Nullable String password, @Nullable String sslBundle) {

}
