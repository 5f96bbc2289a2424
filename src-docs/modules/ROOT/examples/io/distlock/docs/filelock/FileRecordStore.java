// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.filelock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.distlock.provider.KeyAlphabet;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.record.RecordStore;
import io.distlock.record.StoreClock;
import io.distlock.record.StoredRecord;
import org.jspecify.annotations.Nullable;

/**
 * Records as files, of which the first line is the version.
 */
// tag::store[]
final class FileRecordStore implements RecordStore {

	private static final ReentrantLock MUTEX = new ReentrantLock(); // a file lock is one
																	// of the whole JVM

	private final StoreClock clock = new StoreClock();

	private final Path directory;

	FileRecordStore(Path directory) {
		this.directory = directory;
	}

	@Override
	public String title() {
		return "Files";
	}

	@Override
	public KeyAlphabet alphabet() {
		return KeyAlphabet.of('=', ".-_"); // no colon, as Windows has none in names
	}

	@Override
	public int longestKey() {
		return 200;
	}

	@Override
	public int longestText() {
		return 1_000_000;
	}

	@Override
	public StoreClock clock() {
		return this.clock;
	}

	@Override
	public Duration longestPoll() {
		return Duration.ofMillis(50);
	}

	@Override
	public @Nullable StoredRecord read(String key) throws Exception {
		return guarded(() -> find(key));
	}

	@Override
	public @Nullable String write(String key, @Nullable String version, String text) throws Exception {
		return guarded(() -> {
			if (!isUnchanged(key, version)) {
				return null;
			}
			String next = UUID.randomUUID().toString();
			Path written = Files.writeString(this.directory.resolve("next"), next + '\n' + text);
			Files.move(written, file(key), StandardCopyOption.ATOMIC_MOVE);
			return next;
		});
	}

	@Override
	public void delete(String key, String version) throws Exception {
		guarded(() -> isUnchanged(key, version) && Files.deleteIfExists(file(key)));
	}

	@Override
	public void list(String path, Consumer<StoredRecord> visitor) throws Exception {
		List<String> keys = guarded(() -> {
			try (Stream<Path> files = Files.list(this.directory.resolve(path))) {
				return files.map((file) -> path + file.getFileName()).toList();
			}
		});
		for (String key : keys) {
			StoredRecord found = read(key);
			if (found != null) {
				visitor.accept(found);
			}
		}
	}

	private boolean isUnchanged(String key, @Nullable String version) throws IOException {
		StoredRecord found = find(key);
		return (found != null) ? found.version().equals(version) : version == null;
	}

	private @Nullable StoredRecord find(String key) throws IOException {
		try {
			String[] parts = Files.readString(file(key)).split("\n", 2);
			return StoredRecord.of(key, parts[0], (parts.length > 1) ? parts[1] : "");
		}
		catch (NoSuchFileException ex) {
			return null;
		}
	}

	private Path file(String key) {
		return this.directory.resolve(key);
	}

	private <T extends @Nullable Object> T guarded(Callable<T> action) throws Exception {
		long sent = this.clock.monotonic();
		Files.createDirectories(this.directory.resolve("locks"));
		Files.createDirectories(this.directory.resolve("jobs"));
		MUTEX.lock();
		try (FileChannel guard = FileChannel.open(this.directory.resolve("guard"), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE)) {
			guard.lock(); // until the channel is closed
			T result = action.call();
			this.clock.answered(sent, Instant.now(), Duration.ZERO);
			return result;
		}
		finally {
			MUTEX.unlock();
		}
	}

	@Override
	public LockStoreException failed(String purpose, Exception failure) {
		boolean file = failure instanceof IOException || failure instanceof UncheckedIOException;
		return new LockStoreException("Could not %s in '%s'. Check the directory and its permissions. (%s)"
			.formatted(purpose, this.directory, failure), file ? Outcome.UNKNOWN : Outcome.PERMANENT, failure);
	}

}
// end::store[]
