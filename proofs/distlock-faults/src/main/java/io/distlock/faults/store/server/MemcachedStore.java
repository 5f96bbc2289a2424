// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.distlock.faults.store.Store;
import io.distlock.testserver.MemcachedServer;
import io.distlock.testserver.OptionalTool;
import org.jspecify.annotations.Nullable;

/**
 * One Memcached server, if this machine has it. It keeps everything in memory, and cannot
 * list it.
 */
final class MemcachedStore implements Store {

	private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(3);

	private List<MemcachedServer> servers = List.of();

	@Override
	public String name() {
		return "memcached";
	}

	@Override
	public @Nullable String obstacle() {
		return OptionalTool.MEMCACHED.program().isPresent() ? null : OptionalTool.MEMCACHED.absent();
	}

	@Override
	public void start() {
		this.servers = List.of(MemcachedServer.start());
	}

	@Override
	public List<MemcachedServer> servers() {
		return this.servers;
	}

	@Override
	public String version() {
		return "Memcached " + this.servers.get(0).version();
	}

	@Override
	public boolean keepsJobs() {
		return false;
	}

	@Override
	public boolean shares() {
		return false;
	}

	@Override
	public boolean releasesByForce() {
		return false;
	}

	@Override
	public boolean keepsData() {
		return false;
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		return Map.of("distlock.provider", "memcached", "distlock.memcached.servers", "127.0.0.1:" + ports.get(0),
				"spring.autoconfigure.exclude", SqlStore.AUTO_CONFIGURATION);
	}

	@Override
	public Duration commandTimeout() {
		return COMMAND_TIMEOUT;
	}

	@Override
	public List<String> held(String part) {
		throw new UnsupportedOperationException("Memcached does not list its items");
	}

}
