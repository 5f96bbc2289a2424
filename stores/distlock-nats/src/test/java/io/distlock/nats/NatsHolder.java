// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import io.distlock.contract.process.HolderProcess;

/**
 * Another node, in a JVM of its own.
 */
public final class NatsHolder {

	private NatsHolder() {
	}

	public static void main(String[] args) throws Exception {
		try (NatsStore store = new NatsStore(args[0])) {
			HolderProcess.run(store, args[1]);
		}
	}

}
