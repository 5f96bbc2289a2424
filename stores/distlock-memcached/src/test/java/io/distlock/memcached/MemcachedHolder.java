// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import io.distlock.contract.process.HolderProcess;

/**
 * Another node, in a JVM of its own.
 */
public final class MemcachedHolder {

	private MemcachedHolder() {
	}

	public static void main(String[] args) throws Exception {
		HolderProcess.run(new MemcachedStore(Integer.parseInt(args[0])), args[1]);
	}

}
