// SPDX-License-Identifier: Apache-2.0

package io.distlock.console.internal;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * {@link RuntimeHintsRegistrar} for the files of the console.
 *
 * @since 0.1.0
 */
public final class ConsoleHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/distlock/console/internal/console.*");
	}

}
