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

package io.distlock.actuate;

import java.util.List;
import java.util.Optional;

import io.distlock.provider.LockProvider;

/**
 * The stores that an application keeps locks in, by the bean name of their provider.
 *
 * @since 0.1.0
 */
public interface LockStores {

	/**
	 * Return the names of all providers, without creating any.
	 * @return the bean names
	 */
	List<String> names();

	/**
	 * Return the name of the provider that locks use by default.
	 * @return the bean name, or empty if there are several and none is the primary one
	 */
	Optional<String> primary();

	/**
	 * Return a provider.
	 * @param name its bean name, one of {@link #names()}
	 * @return the provider
	 */
	LockProvider get(String name);

}
