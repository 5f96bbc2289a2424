// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import com.jayway.jsonpath.JsonPath;
import io.distlock.autoconfigure.internal.MissingStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What editors show about {@code distlock.*}.
 */
class ConfigurationMetadataTests {

	private static final String NONE = "";

	@Test
	void everyPropertyHasADescription() throws IOException {
		assertThat(properties()).isNotEmpty()
			.allSatisfy((property) -> assertThat(property.get("description")).as((String) property.get("name"))
				.asString()
				.endsWith("."));
	}

	@Test
	void propertiesAndDefaultsAreThoseOfTheReference() throws IOException {
		Map<String, Object> expected = new TreeMap<>();
		expected.put("distlock.enabled", true);
		expected.put("distlock.provider", NONE);
		expected.put("distlock.key-prefix", "${spring.application.name:distlock}");
		expected.put("distlock.node-name", NONE);
		expected.put("distlock.wait-time", "5s");
		expected.put("distlock.lease-time", "30s");
		expected.put("distlock.max-hold-time", NONE);
		expected.put("distlock.transaction-aware", true);
		expected.put("distlock.self-invocation", "warn");
		expected.put("distlock.transaction.inside", "warn");
		expected.put("distlock.order", Integer.MAX_VALUE - 1);
		expected.put("distlock.hand-off.max-duration", "100ms");
		expected.put("distlock.jdbc.initialize-schema", "embedded");
		expected.put("distlock.jdbc.table-prefix", "DISTLOCK_");
		expected.put("distlock.jdbc.pool-size", 0);
		expected.put("distlock.jdbc.max-poll-interval", "1s");
		expected.put("distlock.jdbc.purge-after", "1h");
		expected.put("distlock.redis.client", "auto");
		expected.put("distlock.redis.max-poll-interval", "3s");
		expected.put("distlock.redis.token-retention", "1d");
		expected.put("distlock.redis.fair", true);
		expected.put("distlock.redis.eviction-check", "fail");
		expected.put("distlock.redis.replicas.ack", 0);
		expected.put("distlock.redis.replicas.timeout", "1s");
		expected.put("distlock.redis.replicas.durable", false);
		expected.put("distlock.zookeeper.connect-string", NONE);
		expected.put("distlock.zookeeper.root-path", "/distlock");
		expected.put("distlock.zookeeper.session-timeout", "15s");
		expected.put("distlock.zookeeper.auth", NONE);
		expected.put("distlock.zookeeper.acl", "auto");
		expected.put("distlock.fencing.enabled", true);
		expected.put("distlock.fencing.initialize-schema", "embedded");
		expected.put("distlock.fencing.table-prefix", "DISTLOCK_");
		expected.put("distlock.fencing.lock-timeout", "10s");
		expected.put("distlock.fencing.purge-after", "30d");
		expected.put("distlock.scheduling.enabled", true);
		expected.put("distlock.scheduling.lease-time", "30s");
		expected.put("distlock.scheduling.forget-after", "30d");
		expected.put("distlock.scheduling.history-size", 100);
		expected.put("distlock.scheduling.version", 0);
		expected.put("distlock.scheduling.max-run-time", NONE);
		expected.put("distlock.scheduling.misfire-threshold", "12h");
		expected.put("distlock.scheduling.trigger-timeout", "2m");
		expected.put("distlock.scheduling.on-lost", "interrupt");
		expected.put("distlock.leader.enabled", true);
		expected.put("distlock.leader.roles", NONE);
		expected.put("distlock.leader.lease-time", "15s");
		expected.put("distlock.leader.step-down-pause", "5s");
		expected.put("distlock.leader.listener-timeout", "20s");
		expected.put("distlock.liquibase.enabled", false);
		expected.put("distlock.web.problem-details.enabled", true);
		expected.put("distlock.web.busy-status", 409);
		expected.put("distlock.web.retry-after", "1s");
		expected.put("management.endpoint.locks.access", "read_only");
		expected.put("management.endpoint.locks.cache.time-to-live", "0ms");
		expected.put("management.endpoint.clusterjobs.access", "read_only");
		expected.put("management.endpoint.clusterjobs.cache.time-to-live", "0ms");
		expected.put("management.endpoint.leaders.access", "read_only");
		expected.put("management.endpoint.leaders.cache.time-to-live", "0ms");
		expected.put("management.health.distlock.enabled", true);
		expected.put("management.health.distlock-leader.enabled", true);
		assertThat(defaults()).containsExactlyInAnyOrderEntriesOf(expected);
	}

	@Test
	void namedProvidersAreHinted() throws IOException {
		assertThat(metadata("hints")).filteredOn("name", "distlock.provider")
			.singleElement()
			.extracting("values")
			.asList()
			.extracting("value")
			.containsExactlyInAnyOrder("jdbc", "redis", "zookeeper", "local");
	}

	@Test
	void groupsThatBelongToNoStoreAreKnown() throws IOException {
		Set<String> others = new TreeSet<>(MissingStore.COMMON);
		others.remove("test");
		assertThat(properties()).extracting((property) -> ((String) property.get("name")).split("\\."))
			.filteredOn((name) -> name[0].equals("distlock") && name.length > 2)
			.extracting((name) -> name[1].replace("-", ""))
			.filteredOn((group) -> !List.of("jdbc", "redis", "zookeeper").contains(group))
			.hasSameElementsAs(others);
	}

	private static Map<String, Object> defaults() throws IOException {
		Map<String, Object> defaults = new TreeMap<>();
		for (Map<String, Object> property : properties()) {
			@Nullable Object value = property.get("defaultValue");
			defaults.put((String) property.get("name"), (value != null) ? value : NONE);
		}
		return defaults;
	}

	private static List<Map<String, Object>> properties() throws IOException {
		return metadata("properties");
	}

	private static List<Map<String, Object>> metadata(String section) throws IOException {
		ClassPathResource resource = new ClassPathResource("META-INF/spring-configuration-metadata.json");
		try (InputStream json = resource.getInputStream()) {
			return JsonPath.parse(json).read("$." + section);
		}
	}

}
