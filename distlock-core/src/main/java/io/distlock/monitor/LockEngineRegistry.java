// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Registry of the lock engines of an application, for monitoring.
 *
 * @since 0.1.0
 */
public interface LockEngineRegistry {

	/**
	 * Return the engines in use, by the bean name of their provider. The engine of a
	 * non-primary provider is included after its first lock.
	 * @return the engines
	 */
	Map<String, LockEngineMonitor> engines();

	/**
	 * Pass every engine to a listener: existing engines immediately, and later engines on
	 * creation, on the creating thread.
	 * @param listener receives the bean name of the provider, and the engine
	 */
	default void forEach(BiConsumer<String, LockEngineMonitor> listener) {
		engines().forEach(listener);
	}

}
