// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.observation;

import io.distlock.LockObserver;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.observation.LockObservationConvention;
import io.distlock.observation.ObservationLockObserver;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for observations of locks. A {@link LockObserver} of the application
 * replaces the observations; conventions of the application name them.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DistlockAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean(value = ObservationRegistry.class, name = "distlockProviders")
@ConditionalOnBooleanProperty(name = "management.observations.enable.distlock", matchIfMissing = true)
public final class LockObservationAutoConfiguration {

	/**
	 * Create the observer with the first request for a lock, so that observation beans
	 * are not created too early.
	 */
	@Bean
	@ConditionalOnMissingBean
	LockObserver distlockObserver(ObservationRegistry registry, ObjectProvider<LockObservationConvention> conventions) {
		return new ObservationLockObserver(registry, conventions.stream().toList());
	}

}
