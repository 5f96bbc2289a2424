// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

import io.distlock.line.LineStore.Change;
import tools.jackson.databind.json.JsonMapper;

/**
 * Operations that are executed together or not at all.
 */
final class ConsulTransaction {

	/**
	 * Maximum number of operations in a transaction.
	 */
	static final int MAX_OPERATIONS = 64;

	private static final JsonMapper JSON = JsonMapper.shared();

	private final List<Map<String, Map<String, Object>>> operations = new ArrayList<>();

	ConsulTransaction get(String key) {
		return add("get", key, Map.of());
	}

	ConsulTransaction getBelow(String prefix) {
		return add("get-tree", prefix, Map.of());
	}

	/**
	 * Require an unchanged key.
	 * @param changed the number of its last change, zero if the key must not exist
	 */
	ConsulTransaction check(String key, long changed) {
		return (changed == 0) ? add("check-not-exists", key, Map.of())
				: add("check-index", key, Map.of("Index", changed));
	}

	/**
	 * Change a key. A session-bound key is created again, because its session may differ.
	 */
	ConsulTransaction change(Change change) {
		String value = change.value();
		if (value == null) {
			return add("delete", change.key(), Map.of());
		}
		String encoded = Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
		String session = change.session();
		// Consul counts no change where value and flags stay.
		long flags = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
		return (session == null) ? add("set", change.key(), Map.of("Value", encoded, "Flags", flags))
				: add("delete", change.key(), Map.of()).add("lock", change.key(),
						Map.of("Value", encoded, "Session", session));
	}

	private ConsulTransaction add(String verb, String key, Map<String, Object> arguments) {
		Map<String, Object> operation = new LinkedHashMap<>(arguments);
		operation.put("Verb", verb);
		operation.put("Key", key);
		this.operations.add(Map.of("KV", operation));
		return this;
	}

	String text() {
		return JSON.writeValueAsString(this.operations);
	}

}
