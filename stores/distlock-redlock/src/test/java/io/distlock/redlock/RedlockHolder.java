// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.util.stream.Stream;

import io.distlock.contract.process.HolderProcess;

/**
 * Another node, in a JVM of its own.
 */
public final class RedlockHolder {

	private RedlockHolder() {
	}

	public static void main(String[] args) throws Exception {
		HolderProcess.run(
				new RedlockStore(Stream.of(args[0].split(",")).map(Integer::valueOf).toList(), RedlockStore.PATIENT),
				args[1]);
	}

}
