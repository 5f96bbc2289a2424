// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.junit;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives whatever a test awaits a minute: on a busy machine the ten seconds of Awaitility
 * would be an assertion about its speed.
 */
public final class PatienceExtension implements BeforeAllCallback {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	@Override
	public void beforeAll(ExtensionContext context) {
		Awaitility.setDefaultTimeout(PATIENCE);
	}

}
