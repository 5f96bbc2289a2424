// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.filelock;

import java.nio.file.Path;

import io.distlock.contract.process.HolderProcess;
import io.distlock.docs.filelock.FileLockContractTests.FileStore;

/**
 * A process that holds a lock until it is killed.
 */
// tag::holder[]
public final class FileLockHolder {

	private FileLockHolder() {
	}

	public static void main(String[] args) throws Exception {
		HolderProcess.run(new FileStore(Path.of(args[0])), args[1]);
	}

}
// end::holder[]
