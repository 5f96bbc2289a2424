// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.distlock.faults.store.Store;
import io.distlock.nats.NatsLockProvider;
import io.distlock.testserver.NatsServer;
import io.distlock.testserver.OptionalTool;
import io.nats.client.Connection;
import io.nats.client.Nats;
import org.jspecify.annotations.Nullable;

/**
 * One NATS server, if this machine has it. It asks the system for the time without the
 * library that could be told another one.
 */
class NatsStore implements Store {

	private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(5);

	private final int size;

	private List<NatsServer> members = List.of();

	NatsStore() {
		this(1);
	}

	NatsStore(int size) {
		this.size = size;
	}

	@Override
	public String name() {
		return "nats";
	}

	@Override
	public @Nullable String obstacle() {
		return OptionalTool.NATS.program().isPresent() ? null : OptionalTool.NATS.absent();
	}

	@Override
	public void start() {
		this.members = NatsServer.start(this.size);
	}

	@Override
	public final List<NatsServer> servers() {
		return this.members;
	}

	@Override
	public String version() {
		return "NATS " + this.members.get(0).version();
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		String servers = ports.stream().map((port) -> "nats://127.0.0.1:" + port).collect(Collectors.joining(","));
		return Map.of("distlock.provider", "nats", "distlock.nats.servers", servers, "spring.autoconfigure.exclude",
				SqlStore.AUTO_CONFIGURATION);
	}

	@Override
	public Duration commandTimeout() {
		return COMMAND_TIMEOUT;
	}

	@Override
	public List<String> held(String part) {
		String[] servers = this.members.stream().map(NatsServer::url).toArray(String[]::new);
		try (Connection connection = Nats.connect(servers[0]);
				NatsLockProvider operator = new NatsLockProvider(connection, NatsLockProvider.DEFAULT_BUCKET)) {
			return Store.held(operator, part);
		}
		catch (Exception ex) {
			throw new IllegalStateException("Could not list locks", ex);
		}
	}

}
