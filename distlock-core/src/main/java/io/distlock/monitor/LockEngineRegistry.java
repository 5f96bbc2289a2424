// SPDX-License-Identifier: Apache-2.0

package io.distlock.monitor;

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
	 * Report every engine: existing ones immediately, and later ones when they are
	 * created, each from the thread that creates it.
	 * @param listener is given the bean name of the provider, and the engine
	 */
	default void forEach(BiConsumer<String, LockEngineMonitor> listener) {
		engines().forEach(listener);
	}

}
