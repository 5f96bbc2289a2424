// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

import io.distlock.contract.StoreUnderTest;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real server, with the hands of an operator. All nodes share a client, and each has
 * sessions of its own.
 */
final class ConsulStore implements StoreUnderTest, AutoCloseable {

	private static final String LOCKS = "distlock/locks/";

	private final String url;

	private final ConsulClient client;

	private final ConsulAdmin admin;

	ConsulStore(String url) {
		this.url = url;
		this.client = ConsulClient.of(URI.create(url));
		this.admin = new ConsulAdmin(url);
	}

	ConsulClient client() {
		return this.client;
	}

	@Override
	public List<String> connection() {
		return List.of(this.url);
	}

	@Override
	public LockProvider newProvider() {
		return new ConsulLockProvider(this.client, ConsulLockProvider.DEFAULT_ROOT_PATH);
	}

	@Override
	public void delete(LockKey key) {
		this.admin.send("DELETE", "/v1/kv/" + ConsulAdmin.encoded(path(key)) + "?recurse", "");
	}

	@Override
	public Map<String, Runnable> intrusions(LockKey key) {
		Map<String, Runnable> intrusions = new LinkedHashMap<>();
		intrusions.put("folder, as the user interface makes it", () -> put(path(key)));
		intrusions.put("key below the lock", () -> put(path(key) + "hello"));
		intrusions.put("key deep below the lock", () -> put(path(key) + "hello/there.1-n"));
		intrusions.put("place without a session", () -> put(path(key) + "AAAAAAAAAAAAAAAAAAAAAA.1-n"));
		return intrusions;
	}

	@Override
	public String place(LockKey key) {
		return path(key);
	}

	/**
	 * Put a key without a session.
	 * @return deletes it
	 */
	AutoCloseable put(String key) {
		String url = "/v1/kv/" + ConsulAdmin.encoded(key);
		this.admin.send("PUT", url, "hello");
		return () -> this.admin.send("DELETE", url, "");
	}

	/**
	 * Tokens begin with the index of the store.
	 */
	@Override
	public boolean grantsUnusedTokensAgain() {
		return false;
	}

	/**
	 * Consul ends a session of ten seconds after up to twenty.
	 */
	@Override
	public Duration heldAfterDeath(Duration lease) {
		return Duration.ofSeconds(21);
	}

	@Override
	public long size() {
		return below(LOCKS).size();
	}

	/**
	 * Return the places in the line of a lock.
	 */
	List<String> line(LockKey key) {
		return below(path(key));
	}

	List<String> below(String prefix) {
		HttpResponse<String> answer = this.admin.send("GET",
				"/v1/kv/" + ConsulAdmin.encoded(prefix) + "?keys&consistent", "");
		if (answer.statusCode() == 404) {
			return List.of();
		}
		JsonNode keys = JsonMapper.shared().readTree(answer.body());
		return StreamSupport.stream(keys.spliterator(), false).map(JsonNode::asString).toList();
	}

	/**
	 * Return the session that a key goes with.
	 */
	String session(String key) {
		String found = this.admin.send("GET", "/v1/kv/" + ConsulAdmin.encoded(key) + "?consistent", "").body();
		return JsonMapper.shared().readTree(found).path(0).path("Session").asString();
	}

	void put(String key, String value, String session) {
		this.admin.send("PUT", "/v1/kv/" + ConsulAdmin.encoded(key) + "?acquire=" + session, value);
	}

	void endSession(String session) {
		this.admin.send("PUT", "/v1/session/destroy/" + session, "");
	}

	static String path(LockKey key) {
		return LOCKS + key.encoded(400) + '/';
	}

	@Override
	public void close() {
		// The client has nothing to close.
	}

}
