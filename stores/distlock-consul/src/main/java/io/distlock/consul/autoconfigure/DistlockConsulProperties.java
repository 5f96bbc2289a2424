// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in Consul.
 *
 * @param url The agent, as in "http://localhost:8500". If set, distlock connects itself;
 * otherwise the ConsulClient bean of the application is used.
 * @param rootPath What all keys begin with, such as "distlock"; a slash follows.
 * @param token The ACL token, where the servers ask for one. For the client of "url"
 * only.
 * @param sslBundle The SSL bundle for a URL that begins with "https"; without one the
 * certificates are trusted that the JVM trusts. For the client of "url" only.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.consul", ignoreUnknownFields = false)
record DistlockConsulProperties(@Nullable String url, @DefaultValue("distlock") String rootPath, @Nullable String token,
		@Nullable String sslBundle) {

}
