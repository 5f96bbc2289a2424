// SPDX-License-Identifier: Apache-2.0

package io.distlock.memcached;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import io.distlock.testserver.MemcachedServer;

/**
 * A real server, with the hands of an operator. Each node has connections of its own.
 */
final class MemcachedStore implements StoreUnderTest {

	private final int port;

	MemcachedStore(String port) {
		this.port = Integer.parseInt(port);
	}

	@Override
	public List<String> connection() {
		return List.of(String.valueOf(this.port));
	}

	@Override
	public LockProvider newProvider() {
		return MemcachedLockProvider.connect(List.of(new InetSocketAddress("127.0.0.1", this.port)));
	}

	@Override
	public void delete(LockKey key) {
		MemcachedServer.command(this.port, "delete " + MemcachedItems.path(key), "DELETED|NOT_FOUND");
	}

	@Override
	public Map<String, Runnable> intrusions(LockKey key) {
		Map<String, Runnable> intrusions = new LinkedHashMap<>();
		Map.of("word", "hello", "number", "1", "text of three words", "hello to all", "number beyond all numbers",
				"owner " + "9".repeat(40) + " node", "no owner", " 1 node")
			.forEach((name, value) -> intrusions.put(name, () -> set(key, value)));
		return intrusions;
	}

	@Override
	public String place(LockKey key) {
		return MemcachedItems.path(key);
	}

	private void set(LockKey key, String value) {
		MemcachedServer.command(this.port,
				"set %s 0 0 %d\r\n%s".formatted(MemcachedItems.path(key), value.length(), value), "STORED");
	}

	/**
	 * Items that have expired are not listed.
	 */
	@Override
	public long size() {
		return MemcachedServer.command(this.port, "lru_crawler metadump all", "END").size();
	}

	/**
	 * An item is kept for up to four seconds more than its lease.
	 */
	@Override
	public Duration heldAfterDeath(Duration lease) {
		return lease.plusSeconds(4);
	}

}
