// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import io.distlock.contract.process.HolderProcess;

/**
 * Another node, in a JVM of its own.
 */
public final class ConsulHolder {

	private ConsulHolder() {
	}

	public static void main(String[] args) throws Exception {
		try (ConsulStore store = new ConsulStore(args[0])) {
			HolderProcess.run(store, args[1]);
		}
	}

}
