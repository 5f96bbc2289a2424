// SPDX-License-Identifier: Apache-2.0

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
