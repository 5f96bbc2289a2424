// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.filelock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;

/**
 * Lets one thread of one process at a time at the files of a directory.
 */
// tag::directory[]
final class LockDirectory {

	private static final Duration PATIENCE = Duration.ofSeconds(5);

	/**
	 * A file lock belongs to the whole process, so its threads need another one.
	 */
	private static final Map<Path, ReentrantLock> MUTEXES = new ConcurrentHashMap<>();

	private final Path directory;

	private final ReentrantLock mutex;

	LockDirectory(Path directory) {
		try {
			this.directory = Files.createDirectories(directory).toRealPath();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Locks cannot be kept in " + directory, ex);
		}
		this.mutex = MUTEXES.computeIfAbsent(this.directory, (path) -> new ReentrantLock());
	}

	<T> T guarded(Function<LockFiles, T> request) {
		this.mutex.lock();
		try (FileChannel guard = FileChannel.open(this.directory.resolve("guard"), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE); FileLock lock = lock(guard)) {
			return request.apply(new LockFiles(this.directory));
		}
		catch (IOException | UncheckedIOException ex) {
			throw new LockStoreException("The files in %s cannot be used".formatted(this.directory), Outcome.UNKNOWN,
					ex);
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Wait for other processes, but not for one that was stopped in the middle.
	 */
	private FileLock lock(FileChannel guard) throws IOException {
		long start = System.nanoTime();
		FileLock lock = guard.tryLock();
		while (lock == null && System.nanoTime() - start < PATIENCE.toNanos()) {
			LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
			lock = guard.tryLock();
		}
		if (lock == null) {
			throw new LockStoreException(
					"Another process has been at the files in %s for more than %s".formatted(this.directory, PATIENCE),
					Outcome.TRANSIENT, null);
		}
		return lock;
	}

}
// end::directory[]
