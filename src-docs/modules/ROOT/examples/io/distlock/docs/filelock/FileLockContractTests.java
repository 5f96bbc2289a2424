// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.filelock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.distlock.contract.StoreUnderTest;
import io.distlock.contract.suite.AllContracts;
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
	protected StoreUnderTest newStore() {
		return new FileStore(directory.toString());
	}

	static final class FileStore implements StoreUnderTest {

		private final Path directory;

		FileStore(String directory) {
			this.directory = Path.of(directory);
		}

		@Override
		public LockProvider newProvider() {
			return new FileLockProvider(this.directory);
		}

		@Override
		public List<String> connection() {
			return List.of(this.directory.toString());
		}

		@Override
		public void delete(LockKey key) {
			try {
				Files.deleteIfExists(this.directory.resolve(place(key)));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public String place(LockKey key) {
			return "locks/" + key.encoded(new FileRecordStore(this.directory).alphabet(), 194);
		}

		@Override
		public long size() {
			try (Stream<Path> files = Files.list(this.directory.resolve("locks"))) {
				return files.count();
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
		public int manyLocks() {
			return 1000; // more are too many for a slow disk
		}

	}

}
// end::contract[]
