// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.round;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.distlock.faults.store.Store;
import io.distlock.faults.store.server.AllStores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Cluster}.
 */
class ClusterTests {

	@TempDir
	private Path folder;

	@Test
	void nodeIsReadyOnceItHasReleasedALock() throws Exception {
		try (Store store = AllStores.named(List.of("h2")).get(0).get()) {
			store.start();
			try (Cluster cluster = new Cluster(store, Setting.patient(), 0, this.folder, NodeClassPaths.own())) {
				List<Node> nodes = cluster.fill();
				assertThat(releasedLocks(store)).hasSameSizeAs(nodes)
					.allSatisfy((key) -> assertThat(nodes).anyMatch((node) -> key.endsWith("-" + node.name())));
			}
		}
	}

	private static List<String> releasedLocks(Store store) {
		Map<String, String> node = store.properties(store.ports());
		JdbcTemplate database = new JdbcTemplate(
				new DriverManagerDataSource(String.valueOf(node.get("spring.datasource.url")),
						String.valueOf(node.get("spring.datasource.username")),
						String.valueOf(node.get("spring.datasource.password"))));
		return database.queryForList(
				"select lock_key from DISTLOCK_LOCK where expires_at < ? and lock_key like '%warm-up-%'", String.class,
				System.currentTimeMillis() * 1000);
	}

}
