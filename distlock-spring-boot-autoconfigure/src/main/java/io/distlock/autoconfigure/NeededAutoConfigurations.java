// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanClassLoaderAware;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Leaves out auto-configurations of this library of which nothing would come, before
 * their classes are read: an application that does not need them need not pay for their
 * conditions. Leaves out nothing that could match; the conditions decide. Before Spring
 * Boot's own filters, which look for each class as often as it is named, those of this
 * library included.
 */
class NeededAutoConfigurations
		implements AutoConfigurationImportFilter, BeanClassLoaderAware, EnvironmentAware, PriorityOrdered {

	private static final String PACKAGE = "io.distlock.autoconfigure.";

	private static final Need ENDPOINTS = new Need(null,
			"org.springframework.boot.actuate.endpoint.annotation.Endpoint");

	private static final Need DATABASE = new Need(null, "org.springframework.boot.jdbc.EmbeddedDatabaseConnection");

	private static final Map<String, Need> NEEDS = Map.ofEntries(
			Map.entry("DistlockDisabledAutoConfiguration", new Need("distlock.enabled")),
			Map.entry("actuate.ClusterJobsEndpointAutoConfiguration", ENDPOINTS),
			Map.entry("actuate.LocksEndpointAutoConfiguration", ENDPOINTS),
			Map.entry("consul.ConsulLockAutoConfiguration",
					new Need("distlock.consul.url", "io.distlock.consul.ConsulClient")),
			Map.entry("etcd.EtcdLockAutoConfiguration", new Need("distlock.etcd.endpoints", "io.etcd.jetcd.Client")),
			Map.entry("fencing.FencingAutoConfiguration", DATABASE),
			Map.entry("health.DistlockHealthContributorAutoConfiguration",
					new Need(null, "org.springframework.boot.health.contributor.HealthContributor")),
			Map.entry("jdbc.JdbcLockAutoConfiguration", DATABASE),
			Map.entry("observation.LockMetricsAutoConfiguration",
					new Need(null, "io.micrometer.core.instrument.MeterRegistry")),
			Map.entry("redis.RedisLockAutoConfiguration",
					new Need(null, "org.springframework.data.redis.connection.RedisConnectionFactory",
							"org.redisson.Redisson")),
			Map.entry("web.DistlockWebAutoConfiguration", new Need(null, "org.springframework.web.ErrorResponse")),
			Map.entry("zookeeper.ZooKeeperLockAutoConfiguration",
					new Need("distlock.zookeeper.connect-string", "org.apache.curator.framework.CuratorFramework")));

	private final Map<String, Boolean> present = new HashMap<>();

	private @Nullable ClassLoader classLoader;

	private @Nullable Environment environment;

	@Override
	public void setBeanClassLoader(ClassLoader classLoader) {
		this.classLoader = classLoader;
	}

	@Override
	public void setEnvironment(Environment environment) {
		this.environment = environment;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public boolean[] match(@Nullable String[] autoConfigurationClasses, AutoConfigurationMetadata metadata) {
		boolean[] matches = new boolean[autoConfigurationClasses.length];
		for (int i = 0; i < matches.length; i++) {
			String name = autoConfigurationClasses[i];
			matches[i] = name == null || !name.startsWith(PACKAGE) || isNeeded(name.substring(PACKAGE.length()));
		}
		return matches;
	}

	private boolean isNeeded(String name) {
		Need need = NEEDS.get(name);
		return need == null || isSet(need.property()) || isAnyPresent(need.classes());
	}

	private boolean isSet(@Nullable String property) {
		return property != null && this.environment != null && this.environment.containsProperty(property);
	}

	private boolean isAnyPresent(List<String> classes) {
		for (String name : classes) {
			if (isPresent(name)) {
				return true;
			}
		}
		return false;
	}

	private boolean isPresent(String name) {
		Boolean known = this.present.get(name);
		if (known == null) {
			known = ClassUtils.isPresent(name, this.classLoader);
			this.present.put(name, known);
		}
		return known;
	}

	/**
	 * What an auto-configuration needs, one of these at least.
	 *
	 * @param property a property, whatever its value
	 * @param classes classes of which one is on the class path
	 */
	private record Need(@Nullable String property, List<String> classes) {

		Need(@Nullable String property, String... classes) {
			this(property, List.of(classes));
		}

	}

}
