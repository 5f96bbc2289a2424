package io.distlock.docs.filelock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
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

	private final Path lastToken;

	LockFiles(Path directory) {
		this.directory = directory;
		this.lastToken = directory.resolve("last-token");
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
		try {
			return Files.deleteIfExists(file(key));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Lease grant(LockClaim claim, LockOwner owner) {
		String last = read(this.lastToken);
		long first = Math.max((last != null) ? Long.parseLong(last) + 1 : 0, now());
		Lease lease = new Lease(claim.key(), owner, claim.leaseTime(), first, first + claim.tokens() - 1);
		write(this.lastToken, Long.toString(lease.lastToken())); // a token that is lost
																	// does no harm
		LockRecord lock = new LockRecord(claim.key().encoded(200), owner.id(), lease.lastToken(), 0, 0, claim.holder());
		write(claim.key(), lock.renewed(now(), claim.leaseTime()));
		return lease;
	}

	List<StoredLock> list(int limit) {
		long now = now();
		try (Stream<Path> files = Files.list(this.directory)) {
			return files.filter((file) -> file.toString().endsWith(".lock"))
				.map(LockFiles::read)
				.filter(Objects::nonNull)
				.map(LockRecord::of)
				.filter((lock) -> lock.isHeld(now))
				.map((lock) -> lock.describe(now))
				.sorted(Comparator.comparing(StoredLock::key))
				.limit(limit)
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A name that every file system takes, also one that does not tell A from a.
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
