// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.Set;

import io.distlock.autoconfigure.actuate.ClusterJobsEndpointAutoConfiguration;
import io.distlock.autoconfigure.actuate.LocksEndpointAutoConfiguration;
import io.distlock.autoconfigure.consul.ConsulLockAutoConfiguration;
import io.distlock.autoconfigure.etcd.EtcdLockAutoConfiguration;
import io.distlock.autoconfigure.fencing.FencingAutoConfiguration;
import io.distlock.autoconfigure.health.DistlockHealthContributorAutoConfiguration;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.autoconfigure.observation.LockMetricsAutoConfiguration;
import io.distlock.autoconfigure.redis.RedisLockAutoConfiguration;
import io.distlock.autoconfigure.web.DistlockWebAutoConfiguration;
import io.distlock.autoconfigure.zookeeper.ZooKeeperLockAutoConfiguration;
import io.distlock.consul.ConsulClient;
import io.etcd.jetcd.Client;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.redisson.Redisson;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.jdbc.EmbeddedDatabaseConnection;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.web.ErrorResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An auto-configuration is left out before it is read only where nothing would come of
 * it.
 */
class NeededAutoConfigurationsTests {

	private static final Set<String> NEEDED = Set.of(RedisConnectionFactory.class.getName(), Redisson.class.getName(),
			CuratorFramework.class.getName(), Client.class.getName(), ConsulClient.class.getName(),
			Endpoint.class.getName(), HealthContributor.class.getName(), EmbeddedDatabaseConnection.class.getName(),
			MeterRegistry.class.getName(), ErrorResponse.class.getName());

	private static final FilteredClassLoader NOTHING = new FilteredClassLoader(NEEDED::contains);

	@ParameterizedTest
	@MethodSource("leftOut")
	void isLeftOutWhereNothingNeedsIt(Class<?> type, String property) {
		assertThat(isNeeded(type.getName(), NOTHING, new MockEnvironment())).isFalse();
	}

	@ParameterizedTest
	@MethodSource("leftOut")
	void nothingComesOfWhatIsLeftOut(Class<?> type, String property) {
		new ApplicationContextRunner().withClassLoader(NOTHING)
			.withConfiguration(AutoConfigurations.of(type))
			.run((context) -> assertThat(context.getBeanDefinitionNames())
				.noneMatch((name) -> name.matches("distlock\\w+")));
	}

	@ParameterizedTest
	@MethodSource("leftOut")
	void isReadWhereAPropertyMayNeedIt(Class<?> type, String property) {
		MockEnvironment environment = new MockEnvironment();
		if (!property.isEmpty()) {
			environment.setProperty(property, "false");
		}
		assertThat(isNeeded(type.getName(), NOTHING, environment)).isEqualTo(!property.isEmpty());
	}

	@ParameterizedTest
	@MethodSource("classes")
	void isReadWhereAClassMayNeedIt(Class<?> type, Class<?> needed) {
		FilteredClassLoader others = new FilteredClassLoader(
				(name) -> !name.equals(needed.getName()) && NEEDED.contains(name));
		assertThat(isNeeded(type.getName(), others, new MockEnvironment())).isTrue();
	}

	@Test
	void othersAreRead() {
		assertThat(match(new NeededAutoConfigurations(), null, DistlockAutoConfiguration.class.getName(),
				"com.example.zookeeper.ZooKeeperLockAutoConfiguration"))
			.containsExactly(true, true, true);
	}

	static Arguments[] leftOut() {
		return new Arguments[] { Arguments.of(DistlockDisabledAutoConfiguration.class, "distlock.enabled"),
				Arguments.of(RedisLockAutoConfiguration.class, ""), Arguments.of(JdbcLockAutoConfiguration.class, ""),
				Arguments.of(FencingAutoConfiguration.class, ""),
				Arguments.of(LocksEndpointAutoConfiguration.class, ""),
				Arguments.of(ClusterJobsEndpointAutoConfiguration.class, ""),
				Arguments.of(DistlockHealthContributorAutoConfiguration.class, ""),
				Arguments.of(LockMetricsAutoConfiguration.class, ""),
				Arguments.of(DistlockWebAutoConfiguration.class, ""),
				Arguments.of(ZooKeeperLockAutoConfiguration.class, "distlock.zookeeper.connect-string"),
				Arguments.of(EtcdLockAutoConfiguration.class, "distlock.etcd.endpoints"),
				Arguments.of(ConsulLockAutoConfiguration.class, "distlock.consul.url") };
	}

	static Arguments[] classes() {
		return new Arguments[] { Arguments.of(JdbcLockAutoConfiguration.class, EmbeddedDatabaseConnection.class),
				Arguments.of(FencingAutoConfiguration.class, EmbeddedDatabaseConnection.class),
				Arguments.of(LocksEndpointAutoConfiguration.class, Endpoint.class),
				Arguments.of(ClusterJobsEndpointAutoConfiguration.class, Endpoint.class),
				Arguments.of(DistlockHealthContributorAutoConfiguration.class, HealthContributor.class),
				Arguments.of(LockMetricsAutoConfiguration.class, MeterRegistry.class),
				Arguments.of(DistlockWebAutoConfiguration.class, ErrorResponse.class),
				Arguments.of(RedisLockAutoConfiguration.class, RedisConnectionFactory.class),
				Arguments.of(RedisLockAutoConfiguration.class, Redisson.class),
				Arguments.of(ZooKeeperLockAutoConfiguration.class, CuratorFramework.class),
				Arguments.of(EtcdLockAutoConfiguration.class, Client.class),
				Arguments.of(ConsulLockAutoConfiguration.class, ConsulClient.class) };
	}

	private static boolean isNeeded(String type, ClassLoader classLoader, MockEnvironment environment) {
		NeededAutoConfigurations filter = new NeededAutoConfigurations();
		filter.setBeanClassLoader(classLoader);
		filter.setEnvironment(environment);
		return match(filter, type)[0];
	}

	@SuppressWarnings("NullAway")
	private static boolean[] match(NeededAutoConfigurations filter, String... types) {
		return filter.match(types, null);
	}

}
