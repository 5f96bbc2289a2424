// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.distlock.provider.KeyAlphabet;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A client of a server in this process, which counts its requests and breaks when it is
 * told to.
 */
final class MemoryRecordStore implements RecordStore {

	private final StoreClock clock = new StoreClock();

	private final Server server;

	final AtomicInteger reads = new AtomicInteger();

	final AtomicInteger writes = new AtomicInteger();

	/**
	 * How many writes from now on take effect without an answer.
	 */
	final AtomicInteger unanswered = new AtomicInteger();

	/**
	 * How many writes from now on are sent twice, of which the second is answered.
	 */
	final AtomicInteger sentTwice = new AtomicInteger();

	/**
	 * How many reads from now on do not reach the server.
	 */
	final AtomicInteger refusedReads = new AtomicInteger();

	/**
	 * The clock of the server.
	 */
	Supplier<Instant> time = Instant::now;

	/**
	 * What happens before the next write arrives.
	 */
	Runnable beforeWrite = () -> {
	};

	MemoryRecordStore(Server server) {
		this.server = server;
	}

	@Override
	public String title() {
		return "Memory";
	}

	@Override
	public KeyAlphabet alphabet() {
		return KeyAlphabet.of('=', "-_");
	}

	@Override
	public int longestKey() {
		return 300;
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
	public @Nullable StoredRecord read(String key) {
		this.reads.incrementAndGet();
		if (take(this.refusedReads)) {
			throw new IllegalStateException("refused");
		}
		long sent = this.clock.monotonic();
		StoredRecord found = this.server.records.get(key);
		this.clock.answered(sent, this.time.get(), Duration.ZERO);
		return found;
	}

	@Override
	public @Nullable String write(String key, @Nullable String version, String text) throws IOException {
		this.writes.incrementAndGet();
		if (text.length() > longestText()) {
			throw new IllegalArgumentException("The text is too long");
		}
		long sent = this.clock.monotonic();
		Runnable before = this.beforeWrite;
		this.beforeWrite = () -> {
		};
		before.run();
		String written = this.server.write(key, version, text);
		if (take(this.sentTwice)) {
			written = this.server.write(key, version, text);
		}
		if (take(this.unanswered)) {
			throw new IOException("reset");
		}
		this.clock.answered(sent, this.time.get(), Duration.ZERO);
		return written;
	}

	@Override
	public @Nullable String writeUnused(String key, @Nullable String version, String text) throws IOException {
		String written = write(key, version, text);
		if (written != null) {
			this.server.unused.add(written);
		}
		return written;
	}

	@Override
	public void delete(String key, String version) {
		this.server.records.computeIfPresent(key, (same, found) -> found.version().equals(version) ? null : found);
	}

	@Override
	public void list(String path, Consumer<StoredRecord> visitor) {
		List.copyOf(this.server.records.values())
			.stream()
			.filter((found) -> found.key().startsWith(path))
			.forEach(visitor);
	}

	private static boolean take(AtomicInteger budget) {
		return budget.getAndUpdate((left) -> Math.max(0, left - 1)) > 0;
	}

	@Override
	public LockStoreException failed(String purpose, Exception failure) {
		boolean sent = failure instanceof IOException;
		return new LockStoreException("Could not %s in Memory. %s".formatted(purpose, failure.getMessage()),
				sent ? Outcome.UNKNOWN : Outcome.TRANSIENT, failure);
	}

	/**
	 * The server.
	 */
	static final class Server {

		final Map<String, StoredRecord> records = new ConcurrentHashMap<>();

		/**
		 * The versions that may expire.
		 */
		final Set<String> unused = ConcurrentHashMap.newKeySet();

		private final AtomicLong versions = new AtomicLong();

		@Nullable String write(String key, @Nullable String version, String text) {
			StoredRecord next = StoredRecord.of(key, "v" + this.versions.incrementAndGet(), text);
			StoredRecord now = this.records.compute(key, (same, found) -> {
				boolean unchanged = (found == null) ? version == null : found.version().equals(version);
				return unchanged ? next : found;
			});
			return (now == next) ? next.version() : null;
		}

	}

}
