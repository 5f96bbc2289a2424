// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure;

import io.distlock.contract.process.HolderProcess;

/**
 * Another node, in a JVM of its own.
 */
public final class AzureBlobHolder {

	private AzureBlobHolder() {
	}

	public static void main(String[] args) throws Exception {
		HolderProcess.run(new AzureBlobStore(args[0], args[1]), args[2]);
	}

}
