// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.DistlockDisabledAutoConfiguration;
import io.distlock.autoconfigure.scheduling.ClusterSchedulingAutoConfiguration;
import io.distlock.internal.actuate.ClusterJobsEndpoint;
import io.distlock.internal.actuate.DistlockHealthIndicator;
import io.distlock.internal.actuate.LocksEndpoint;
import io.distlock.internal.actuate.NodePresence;
import io.distlock.monitor.LockEngineRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When there are endpoints and a health indicator.
 */
class EndpointAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DistlockAutoConfiguration.class,
				DistlockDisabledAutoConfiguration.class, ClusterSchedulingAutoConfiguration.class,
				DistlockEndpointsAutoConfiguration.class, DistlockHealthAutoConfiguration.class))
		.withPropertyValues("distlock.provider=local");

	private final ApplicationContextRunner exposed = this.runner
		.withPropertyValues("management.endpoints.web.exposure.include=*");

	@Test
	void endpointsAreThereWhereTheyAreExposed() {
		this.exposed.run((context) -> assertThat(context).hasSingleBean(LocksEndpoint.class)
			.hasSingleBean(NodePresence.class)
			.hasSingleBean(ClusterJobsEndpoint.class));
	}

	@Test
	void endpointsAreNotThereUnlessExposed() {
		this.runner.run((context) -> assertThat(context).hasNotFailed()
			.doesNotHaveBean(LocksEndpoint.class)
			.doesNotHaveBean(NodePresence.class)
			.doesNotHaveBean(ClusterJobsEndpoint.class));
	}

	@Test
	void endpointsAreNotThereWithoutAccess() {
		this.exposed
			.withPropertyValues("management.endpoint.locks.access=NONE", "management.endpoint.clusterjobs.access=NONE")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(LocksEndpoint.class)
				.doesNotHaveBean(NodePresence.class)
				.doesNotHaveBean(ClusterJobsEndpoint.class));
	}

	@Test
	void healthIndicatorIsThereUnlessSwitchedOff() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(DistlockHealthIndicator.class));
		this.runner.withPropertyValues("management.health.distlock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(DistlockHealthIndicator.class));
		this.runner.withPropertyValues("management.health.defaults.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(DistlockHealthIndicator.class));
	}

	@Test
	void nothingIsThereWhereLocksAreDisabled() {
		this.exposed.withPropertyValues("distlock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(LockEngineRegistry.class)
				.doesNotHaveBean(LocksEndpoint.class)
				.doesNotHaveBean(NodePresence.class)
				.doesNotHaveBean(ClusterJobsEndpoint.class)
				.doesNotHaveBean(DistlockHealthIndicator.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "org.springframework.boot.actuate", "org.springframework.boot.actuate.autoconfigure" })
	void locksWorkWithoutTheLibrariesOfEndpoints(String missing) {
		new ApplicationContextRunner().withUserConfiguration(Application.class)
			.withPropertyValues("distlock.provider=local", "management.endpoints.web.exposure.include=*")
			.withClassLoader(new FilteredClassLoader(missing, "org.springframework.boot.health"))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(LockTemplate.class)
				.doesNotHaveBean("distlockLocksEndpoint")
				.doesNotHaveBean("distlockClusterJobsEndpoint")
				.doesNotHaveBean("distlockHealthContributor"));
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DistlockAutoConfiguration.class, ClusterSchedulingAutoConfiguration.class,
			DistlockEndpointsAutoConfiguration.class, DistlockHealthAutoConfiguration.class })
	static class Application {

	}

}
