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

package io.distlock.scheduling;

import java.util.Optional;
import java.util.Set;

/**
 * Finds the store that belongs to a provider.
 *
 * @since 0.1.0
 */
public interface JobStores {

	/**
	 * Return the store of a provider. Called when all beans are made.
	 * @param providerBeanName the bean name of a provider, empty for the default one
	 * @return the store; empty if the provider keeps locks only
	 */
	Optional<JobStore> find(String providerBeanName);

	/**
	 * Return the bean names of all providers, without creating any of them. Called while
	 * beans are created.
	 * @return the names
	 */
	Set<String> providerNames();

}
