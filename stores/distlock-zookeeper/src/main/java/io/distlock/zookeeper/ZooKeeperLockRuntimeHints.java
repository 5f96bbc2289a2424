// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Runtime hints for detecting the client.
 */
class ZooKeeperLockRuntimeHints implements RuntimeHintsRegistrar {

	private static final String SINCE_CURATOR_5 = "org.apache.curator.framework.api.AddWatchBuilder";

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.reflection().registerTypeIfPresent(classLoader, SINCE_CURATOR_5);
	}

}
