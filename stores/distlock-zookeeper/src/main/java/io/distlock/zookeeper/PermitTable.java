// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.distlock.provider.HoldRules.InForce;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.Permits;
import org.jspecify.annotations.Nullable;

/**
 * Number of permits of some keys: lines of text that people can read, each of a key, the
 * number, its version, and until when it counts.
 *
 * @param numbers what counts for each key, or has counted
 */
record PermitTable(Map<String, InForce> numbers) {

	/**
	 * By default servers accept a mebibyte at once.
	 */
	private static final int MAX_BYTES = 900_000;

	/**
	 * Return the table that a node holds.
	 * @throws IllegalArgumentException if it holds something else
	 */
	static PermitTable read(byte[] data) {
		Map<String, InForce> numbers = new TreeMap<>();
		try {
			new String(data, StandardCharsets.UTF_8).lines().map((line) -> line.split(" ")).forEach((line) -> {
				Permits permits = new Permits(Integer.parseInt(line[1]), Long.parseLong(line[2]));
				numbers.put(line[0], new InForce(permits, Instant.parse(line[3])));
			});
		}
		catch (IndexOutOfBoundsException | DateTimeException ex) {
			throw new IllegalArgumentException(ex);
		}
		return new PermitTable(numbers);
	}

	@Nullable InForce of(String key) {
		return this.numbers.get(key);
	}

	/**
	 * Return the table with what counts for a key, and without all that has ended.
	 */
	PermitTable with(String key, InForce number, Instant now) {
		Map<String, InForce> kept = new TreeMap<>(this.numbers);
		kept.values().removeIf((old) -> !old.until().isAfter(now));
		kept.put(key, number);
		return new PermitTable(kept);
	}

	byte[] bytes() {
		byte[] bytes = this.numbers.entrySet()
			.stream()
			.map((entry) -> line(entry.getKey(), entry.getValue()))
			.collect(Collectors.joining("\n"))
			.getBytes(StandardCharsets.UTF_8);
		if (bytes.length > MAX_BYTES) {
			throw new LockStoreException(
					"Too many keys have permits: %d of them share a node in ZooKeeper. Use fewer keys, or another store"
						.formatted(this.numbers.size()),
					Outcome.TRANSIENT, null);
		}
		return bytes;
	}

	private static String line(String key, InForce number) {
		return "%s %d %d %s".formatted(key, number.permits().number(), number.permits().version(), number.until());
	}

}
