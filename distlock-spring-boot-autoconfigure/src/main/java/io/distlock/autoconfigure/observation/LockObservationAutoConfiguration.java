/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.autoconfigure.observation;

import io.distlock.LockEngineRegistry;
import io.distlock.LockObserver;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.observation.LockAcquireObservationConvention;
import io.distlock.observation.LockHoldObservationConvention;
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
 * replaces them; conventions of the application name them.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = DistlockAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnBean({ ObservationRegistry.class, LockEngineRegistry.class })
@ConditionalOnBooleanProperty(name = "management.observations.enable.distlock", matchIfMissing = true)
public final class LockObservationAutoConfiguration {

	/**
	 * Created by the first request for a lock, so that nothing of the observation is made
	 * too early.
	 */
	@Bean
	@ConditionalOnMissingBean
	LockObserver distlockObserver(ObservationRegistry registry,
			ObjectProvider<LockAcquireObservationConvention> acquireConvention,
			ObjectProvider<LockHoldObservationConvention> holdConvention) {
		return new ObservationLockObserver(registry, acquireConvention.getIfAvailable(),
				holdConvention.getIfAvailable());
	}

}
