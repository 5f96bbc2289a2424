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

package io.distlock;

import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The lock engines of an application, for those who watch them.
 *
 * @since 0.1.0
 */
public interface LockEngineRegistry {

	/**
	 * Return the engines that the application has used, by the bean name of their
	 * provider. An engine of another provider than the primary one is there from the
	 * first lock on.
	 * @return the engines
	 */
	Map<String, LockEngineMonitor> engines();

	/**
	 * Tell of every engine: at once of those that are there, and later of others when
	 * they come, each from the thread that makes it.
	 * @param listener is given the bean name of the provider, and the engine
	 */
	default void forEach(BiConsumer<String, LockEngineMonitor> listener) {
		engines().forEach(listener);
	}

}
