// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb;

import io.distlock.contract.process.HolderProcess;

/**
 * Another node, in a JVM of its own.
 */
public final class DynamoDbHolder {

	private DynamoDbHolder() {
	}

	public static void main(String[] args) throws Exception {
		try (DynamoDbStore store = new DynamoDbStore(args[0])) {
			HolderProcess.run(store, args[1]);
		}
	}

}
