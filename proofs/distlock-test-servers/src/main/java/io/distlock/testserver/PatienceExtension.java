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

package io.distlock.testserver;

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
