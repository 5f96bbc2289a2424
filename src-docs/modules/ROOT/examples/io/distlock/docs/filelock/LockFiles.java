// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.filelock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.StoredLock;
import org.jspecify.annotations.Nullable;

/**
 * The files of all keys. Used by one thread of one process at a time.
 */
// tag::files[]
final class LockFiles {

	private static final int KEY_LENGTH = 100;

	private final Path directory;

	LockFiles(Path directory) {
		this.directory = directory;
	}

	/**
	 * The clock of the store: all processes are on one machine.
	 */
	long now() {
		return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
	}

	@Nullable LockRecord read(LockKey key) {
		String text = read(file(key));
		return (text != null) ? LockRecord.of(text) : null;
	}

	void write(LockKey key, LockRecord lock) {
		write(file(key), lock.text());
	}

	boolean delete(LockKey key) {
		return delete(file(key));
	}

	private static boolean delete(Path file) {
		try {
			return Files.deleteIfExists(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Grant a lock.
	 * @param before what the file of the key says, if there is one
	 */
	Lease grant(LockClaim claim, LockOwner owner, @Nullable LockRecord before) {
		long last = Math.max((before != null) ? before.lastToken() + 1 : 0, now()) + claim.tokens() - 1;
		LockRecord lock = new LockRecord(claim.key().encoded(200), owner.id(), last, 0, 0, claim.holder());
		write(claim.key(), lock.renewed(now(), claim.leaseTime()));
		return lock.lease(claim);
	}

	/**
	 * Delete the files of keys that were not used for so long that the clock has passed
	 * their tokens by this time: new tokens of those keys begin at the clock.
	 */
	void purge(Duration idle) {
		long now = now();
		long before = now - TimeUnit.NANOSECONDS.toMicros(idle.toNanos());
		for (Path file : all()) {
			String text = read(file);
			LockRecord lock = (text != null) ? LockRecord.of(text) : null;
			if (lock != null && !lock.isHeld(now) && lock.lastToken() < before) {
				delete(file);
			}
		}
	}

	List<StoredLock> list(int limit) {
		long now = now();
		return all().stream()
			.map(LockFiles::read)
			.filter(Objects::nonNull)
			.map(LockRecord::of)
			.filter((lock) -> lock.isHeld(now))
			.map((lock) -> lock.describe(now))
			.sorted(Comparator.comparing(StoredLock::key))
			.limit(limit)
			.toList();
	}

	private List<Path> all() {
		try (Stream<Path> files = Files.list(this.directory)) {
			return files.filter((file) -> file.toString().endsWith(".lock")).toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A name that every file system takes, also one that ignores case.
	 */
	private Path file(LockKey key) {
		byte[] encoded = key.encoded(KEY_LENGTH).getBytes(StandardCharsets.US_ASCII);
		return this.directory.resolve(HexFormat.of().formatHex(encoded) + ".lock");
	}

	private static @Nullable String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (NoSuchFileException ex) {
			return null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * All of it or nothing, also if this process is killed now.
	 */
	private void write(Path file, String text) {
		try {
			Path complete = Files.writeString(this.directory.resolve("next"), text);
			Files.move(complete, file, StandardCopyOption.ATOMIC_MOVE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
// end::files[]
