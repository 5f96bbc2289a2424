// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks in Memcached.
 *
 * @param servers Servers to connect to, such as "cache1:11211,cache2:11211", equal on all
 * nodes. Defaults to the MemcachedClient bean.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.memcached", ignoreUnknownFields = false)
record DistlockMemcachedProperties(@Nullable String servers) {

}
