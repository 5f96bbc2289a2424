// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd;

import io.distlock.contract.process.HolderProcess;

/**
 * Another node, in a JVM of its own.
 */
public final class EtcdHolder {

	private EtcdHolder() {
	}

	public static void main(String[] args) throws Exception {
		try (EtcdStore store = new EtcdStore(args[0])) {
			HolderProcess.run(store, args[1]);
		}
	}

}
