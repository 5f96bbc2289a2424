// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Lazy;

/**
 * Configuration properties for locks on independent Redis masters.
 *
 * @param nodes Addresses of independent Redis masters, an odd number of at least 3, such
 * as "redis[s]://[[user]:password@]host[:port][/db]". Without addresses, the Redis client
 * of the application is used.
 * @param factories Bean names of LettuceConnectionFactory beans for the masters, instead
 * of addresses.
 * @param nodeTimeout Response time after which a master counts as unavailable.
 * @param quarantine Time after a restart during which a master, having possibly forgotten
 * locks, grants no lock: at least the longest lease. Zero disables the quarantine.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.redis.redlock", ignoreUnknownFields = false)
record DistlockRedlockProperties(@DefaultValue List<String> nodes, @DefaultValue List<String> factories,
		@DefaultValue("250ms") Duration nodeTimeout, @DefaultValue("1m") Duration quarantine) {

}
