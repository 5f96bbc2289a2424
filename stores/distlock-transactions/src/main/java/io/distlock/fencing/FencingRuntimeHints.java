// SPDX-License-Identifier: Apache-2.0

package io.distlock.fencing;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Runtime hints for the scripts of the table and for transactions of JPA.
 */
class FencingRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("io/distlock/fencing/*.sql");
		hints.reflection().registerTypeIfPresent(classLoader, "org.springframework.orm.jpa.JpaTransactionManager");
	}

}
