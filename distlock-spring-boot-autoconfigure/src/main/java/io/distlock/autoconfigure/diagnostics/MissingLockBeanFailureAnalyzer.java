// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.diagnostics;

import java.util.Set;

import io.distlock.autoconfigure.DistlockAutoConfiguration;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Explains why a bean of this library is missing. Runs before the general analyzer of
 * Spring Boot.
 */
@Order(0)
class MissingLockBeanFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

	private static final String GUARD = "io.distlock.fencing.FencingGuard";

	private static final Set<String> TYPES = Set.of("io.distlock.LockTemplate", "io.distlock.LockOperations",
			"io.distlock.LockEngine", "io.distlock.monitor.LockEngineRegistry", "io.distlock.provider.LockProvider",
			"io.distlock.leader.LeaderElections", "io.distlock.scheduling.ClusterJobs", "io.distlock.test.TestLeaders",
			"io.distlock.test.TestLocks", GUARD);

	private final Environment environment;

	private final @Nullable BeanFactory beanFactory;

	MissingLockBeanFailureAnalyzer(Environment environment, @Nullable BeanFactory beanFactory) {
		this.environment = environment;
		this.beanFactory = beanFactory;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause,
			@Nullable String description) {
		Class<?> type = (cause.getResolvableType() != null) ? cause.getResolvableType().resolve() : null;
		if (type == null || cause instanceof NoUniqueBeanDefinitionException || !TYPES.contains(type.getName())) {
			return null;
		}
		Reason reason = reason(type.getName());
		return (reason == null) ? null
				: new FailureAnalysis(
						"%s required a bean of type '%s', and there is none: %s"
							.formatted((description != null) ? description : "A component", type.getName(), reason.why),
						reason.remedy, cause);
	}

	private @Nullable Reason reason(String type) {
		if (!"true".equalsIgnoreCase(this.environment.getProperty("distlock.enabled", "true"))) {
			return Reason.DISABLED;
		}
		if (!isAutoConfigured()) {
			return Reason.NOT_CONFIGURED;
		}
		return type.equals(GUARD) ? Reason.NO_DATABASE : null;
	}

	private boolean isAutoConfigured() {
		return this.beanFactory instanceof ListableBeanFactory beans
				&& beans.getBeanNamesForType(DistlockAutoConfiguration.class, true, false).length > 0;
	}

	private enum Reason {

		DISABLED("distlock.enabled is not true.",
				"""
						Set distlock.enabled=true. In a test, or on a single node without a store, set distlock.provider=local as well.
						Or inject an ObjectProvider of that type, and do without locks where it has none."""),

		NOT_CONFIGURED("the auto-configuration of distlock is not part of this application context.",
				"""
						In a test slice, such as @WebMvcTest or @DataJpaTest, add @AutoConfigureDistlock of distlock-spring-boot-starter-test to the test.
						In an application, use @SpringBootApplication or @EnableAutoConfiguration, and look for io.distlock.autoconfigure.DistlockAutoConfiguration among what is excluded."""),

		NO_DATABASE("fencing tokens are checked in the transactions of a database, and this application has none.",
				"""
						Add spring-boot-starter-jdbc and the driver of your database, and set spring.datasource.url; distlock.fencing.enabled must not be false.""");

		private final String why;

		private final String remedy;

		Reason(String why, String remedy) {
			this.why = why;
			this.remedy = remedy;
		}

	}

}
