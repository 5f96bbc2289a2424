// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.distlock.faults.store.Store;
import io.distlock.testserver.EtcdServer;
import io.distlock.testserver.OptionalTool;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.GetOption;
import org.jspecify.annotations.Nullable;

/**
 * One etcd server, if this machine has it.
 */
class EtcdStore implements Store {

	private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(5);

	private static final ByteSequence LOCKS = ByteSequence.from("distlock/locks/", StandardCharsets.UTF_8);

	private final int size;

	private List<EtcdServer> members = List.of();

	EtcdStore() {
		this(1);
	}

	EtcdStore(int size) {
		this.size = size;
	}

	@Override
	public String name() {
		return "etcd";
	}

	@Override
	public @Nullable String obstacle() {
		return OptionalTool.ETCD.program().isPresent() ? null : OptionalTool.ETCD.absent();
	}

	@Override
	public void start() {
		this.members = EtcdServer.start(this.size);
	}

	@Override
	public final List<EtcdServer> servers() {
		return this.members;
	}

	@Override
	public String version() {
		return "etcd " + this.members.get(0).version();
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		String endpoints = ports.stream().map((port) -> "http://127.0.0.1:" + port).collect(Collectors.joining(","));
		return Map.of("distlock.provider", "etcd", "distlock.etcd.endpoints", endpoints, "spring.autoconfigure.exclude",
				SqlStore.AUTO_CONFIGURATION);
	}

	@Override
	public Duration commandTimeout() {
		return COMMAND_TIMEOUT;
	}

	/**
	 * After a connection that ends during its handshake, gRPC waits for a second before
	 * it connects again, and for longer after each further one.
	 */
	@Override
	public boolean reconnectsAtOnce() {
		return false;
	}

	/**
	 * A shared lease lives for half as long again as the locks, in whole seconds, three
	 * at least; and the servers look for ended leases twice a second.
	 */
	@Override
	public Duration deadHolder(Duration lease) {
		Duration shared = Duration.ofSeconds(Math.max(3, lease.plus(lease.dividedBy(2)).toSeconds() + 1));
		return shared.plusSeconds(1);
	}

	@Override
	public List<String> held(String part) {
		String[] endpoints = this.members.stream().map(EtcdServer::url).toArray(String[]::new);
		try (Client client = Client.builder().endpoints(endpoints).build()) {
			GetOption below = GetOption.builder().isPrefix(true).withKeysOnly(true).build();
			return client.getKVClient()
				.get(LOCKS, below)
				.get()
				.getKvs()
				.stream()
				.map(KeyValue::getKey)
				.map((key) -> key.toString(StandardCharsets.UTF_8))
				.filter((key) -> key.contains(part))
				.toList();
		}
		catch (Exception ex) {
			throw new IllegalStateException("Could not list locks", ex);
		}
	}

}
