// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.filelock;

import java.nio.file.Path;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.process.ProcessContract;
import io.distlock.docs.filelock.FileLockContractTests.FileStore;
import org.junit.jupiter.api.io.TempDir;

/**
 * Locks in files between processes.
 */
// tag::processes[]
class FileLockProcessTests extends ProcessContract {

	@TempDir
	private static Path directory;

	@Override
	protected StoreUnderTest store() {
		return new FileStore(directory);
	}

	@Override
	protected Class<?> holder() {
		return FileLockHolder.class;
	}

	@Override
	protected String[] connection() {
		return new String[] { directory.toString() };
	}

}
// end::processes[]
