// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in Consul.
 *
 * @param url Agent, such as "http://localhost:8500". If set, distlock opens a connection
 * of its own; otherwise the ConsulClient bean of the application is used.
 * @param rootPath Prefix of all keys, such as "distlock", followed by a slash.
 * @param token ACL token, if the servers require a token. For the client of "url" only.
 * @param sslBundle SSL bundle for a URL with "https". By default the certificates of the
 * JVM are trusted. For the client of "url" only.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.consul", ignoreUnknownFields = false)
record DistlockConsulProperties(@Nullable String url, @DefaultValue("distlock") String rootPath, @Nullable String token,
		@Nullable String sslBundle) {

}
