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
 * @param nodes Independent Redis masters that keep the locks together, as
 * "redis[s]://[[user]:password@]host[:port][/db]": 3, 5 or another odd number. If there
 * are none, the locks are kept by the application's own client.
 * @param factories Independent Redis masters, by the names of the
 * LettuceConnectionFactory beans that lead to them, instead of their addresses.
 * @param nodeTimeout How long one master may take to respond before it counts as
 * unavailable.
 * @param quarantine How long a master that has just started grants nothing, because it
 * may have forgotten what it granted before: at least the longest lease. Zero turns that
 * off.
 * @since 0.1.0
 */
@Lazy
@ConfigurationProperties(prefix = "distlock.redis.redlock", ignoreUnknownFields = false)
record DistlockRedlockProperties(@DefaultValue List<String> nodes, @DefaultValue List<String> factories,
		@DefaultValue("250ms") Duration nodeTimeout, @DefaultValue("1m") Duration quarantine) {

}
