// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in Consul.
 *
 * @param url Agent to connect to, such as "http://localhost:8500". Defaults to the
 * ConsulClient bean.
 * @param rootPath Prefix of all keys, followed by a slash.
 * @param token ACL token, if required. With "url" only.
 * @param sslBundle SSL bundle for "https". Defaults to the certificates of the JVM. With
 * "url" only.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.consul", ignoreUnknownFields = false)
record DistlockConsulProperties(@Nullable String url, @DefaultValue("distlock") String rootPath, @Nullable String token,
		@Nullable String sslBundle) {

}
