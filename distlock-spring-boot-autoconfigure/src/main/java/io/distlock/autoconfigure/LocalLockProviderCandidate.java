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

package io.distlock.autoconfigure;

import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The provider inside this process. Never chosen unless named.
 */
final class LocalLockProviderCandidate implements LockProviderCandidate {

	private static final Logger logger = LoggerFactory.getLogger(LocalLockProviderCandidate.class);

	@Override
	public String name() {
		return "local";
	}

	@Override
	public boolean isOffered() {
		return false;
	}

	@Override
	public LockProvider create() {
		logger.warn("distlock.provider=local: locks exclude only threads of this process, not other nodes. "
				+ "Use it for tests and single-node development only");
		return new LocalLockProvider();
	}

}
