// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.filelock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

import io.distlock.contract.AllContracts;
import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contracts of the library, run against files.
 */
// tag::contract[]
class FileLockContractTests extends AllContracts {

	@TempDir
	private static Path directory;

	@Override
	protected StoreUnderTest store() {
		return new FileStore(directory);
	}

	record FileStore(Path directory) implements StoreUnderTest {

		@Override
		public LockProvider newProvider() {
			return new FileLockProvider(this.directory);
		}

		@Override
		public void delete(LockKey key) {
			new LockDirectory(this.directory).guarded((files) -> files.delete(key));
		}

		@Override
		public long size() {
			try (Stream<Path> files = Files.list(this.directory)) {
				return files.filter((file) -> file.toString().endsWith(".lock")).count();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public void purge() {
			new FileLockProvider(this.directory).purge(Duration.ZERO);
		}

		@Override
		public boolean remembersReleases() {
			return false; // a file has the last owner only
		}

		@Override
		public int manyLocks() {
			return 1000; // the default is ten times as many, too many for a slow disk
		}

	}

}
// end::contract[]
