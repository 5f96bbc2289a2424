// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A native image has the scripts of masters.
 */
class RedlockRuntimeHintsTests {

	@Test
	void scriptsAreRegistered() {
		RuntimeHints hints = new RuntimeHints();
		AotServices.factories()
			.load(RuntimeHintsRegistrar.class)
			.forEach((registrar) -> registrar.registerHints(hints, getClass().getClassLoader()));
		assertThat(RuntimeHintsPredicates.resource().forResource("io/distlock/redlock/redlock-acquire.lua"))
			.accepts(hints);
	}

}
