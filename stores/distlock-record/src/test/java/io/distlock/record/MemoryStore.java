// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

/**
 * The base over records in memory, with the hands of an operator.
 */
final class MemoryStore implements StoreUnderTest {

	final MemoryRecordStore.Server server = new MemoryRecordStore.Server();

	@Override
	public LockProvider newProvider() {
		return new MemoryLockProvider(new MemoryRecordStore(this.server));
	}

	@Override
	public void delete(LockKey key) {
		this.server.records.remove(place(key));
	}

	@Override
	public Map<String, Runnable> intrusions(LockKey key) {
		Map<String, Runnable> intrusions = new LinkedHashMap<>();
		for (String text : new String[] { "", "hello", "{\"held\":true}", "lock1", "lock1 x EXCLUSIVE",
				"lock2 1 EXCLUSIVE", "lock1 1 EXCLUSIVE 1\nhold o EXCLUSIVE 1", "lock1 1 EXCLUSIVE 1\nleft",
				"lock1 1 EXCLUSIVE 1\npermits -1 1 1", "lock1 9223372036854775807 EXCLUSIVE 1",
				"lock1 1 EXCLUSIVE 1\nhold o EXCLUSIVE 9000000000000000 9223372036854775807 1 node" }) {
			intrusions.put("text '%s'".formatted(text), () -> this.server.records.put(place(key),
					StoredRecord.of(place(key), "by hand " + text.length(), text)));
		}
		return intrusions;
	}

	@Override
	public @Nullable String readRecord(LockKey key) {
		return Objects.requireNonNull(this.server.records.get(place(key))).text();
	}

	@Override
	public boolean writeRecord(LockKey key, String text) {
		this.server.records.put(place(key), StoredRecord.of(place(key), "damaged", text));
		return true;
	}

	@Override
	public String place(LockKey key) {
		MemoryRecordStore store = new MemoryRecordStore(this.server);
		return "locks/" + key.encoded(store.alphabet(), store.longestKey() - "locks/".length());
	}

	@Override
	public void purge() {
		try (MemoryLockProvider provider = new MemoryLockProvider(new MemoryRecordStore(this.server))) {
			provider.purge(Duration.ZERO);
		}
	}

	@Override
	public long size() {
		return this.server.records.size();
	}

	/**
	 * A provider of the base.
	 */
	static final class MemoryLockProvider extends RecordLockProvider {

		MemoryLockProvider(RecordStore store) {
			super(store);
		}

		@Override
		public String name() {
			return "memory";
		}

	}

}
