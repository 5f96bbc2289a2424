// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.store.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

import io.distlock.faults.store.Store;
import io.distlock.testserver.ConsulServer;
import io.distlock.testserver.OptionalTool;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One Consul server, if this machine has it.
 */
final class ConsulStore implements Store {

	private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(5);

	private final HttpClient http = HttpClient.newHttpClient();

	private List<ConsulServer> servers = List.of();

	@Override
	public String name() {
		return "consul";
	}

	@Override
	public @Nullable String obstacle() {
		return OptionalTool.CONSUL.program().isPresent() ? null : OptionalTool.CONSUL.absent();
	}

	@Override
	public void start() {
		this.servers = ConsulServer.start(1);
	}

	@Override
	public List<ConsulServer> servers() {
		return this.servers;
	}

	@Override
	public String version() {
		String version = read(ask("/v1/agent/self")).path("Config").path("Version").asString();
		return "Consul " + version;
	}

	@Override
	public Map<String, String> properties(List<Integer> ports) {
		return Map.of("distlock.provider", "consul", "distlock.consul.url", "http://127.0.0.1:" + ports.get(0),
				"spring.autoconfigure.exclude", SqlStore.AUTO_CONFIGURATION);
	}

	@Override
	public Duration commandTimeout() {
		return COMMAND_TIMEOUT;
	}

	/**
	 * A session lives for half as long again as the locks, ten seconds at least, and up
	 * to twice as long as it was asked to.
	 */
	@Override
	public Duration deadHolder(Duration lease) {
		long seconds = Math.max(10, lease.plus(lease.dividedBy(2)).toSeconds() + 1);
		return Duration.ofSeconds(2 * seconds + 1);
	}

	@Override
	public List<String> held(String part) {
		HttpResponse<String> answer = ask("/v1/kv/distlock/locks/?keys&consistent");
		if (answer.statusCode() == 404) {
			return List.of();
		}
		return StreamSupport.stream(read(answer).spliterator(), false)
			.map(JsonNode::asString)
			.filter((key) -> key.contains(part))
			.toList();
	}

	private HttpResponse<String> ask(String path) {
		HttpRequest request = HttpRequest.newBuilder(URI.create(this.servers.get(0).url() + path))
			.version(HttpClient.Version.HTTP_1_1)
			.build();
		try {
			return this.http.send(request, BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new IllegalStateException("Could not list locks", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private static JsonNode read(HttpResponse<String> answer) {
		return JsonMapper.shared().readTree(answer.body());
	}

}
