// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.net.URI;
import java.util.List;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One node of the shop that takes no locks.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "distlock.enabled=false", "spring.datasource.url=jdbc:h2:mem:unlocked;DB_CLOSE_DELAY=-1" })
class LocksOffTests {

	@LocalServerPort
	private int port;

	@Test
	void stateSaysThatLocksAreOffAndOrdersHaveNoToken() {
		ShopClient shop = new ShopClient(List.of(URI.create("http://localhost:" + this.port)));
		assertThat(shop.postForm("/stock", "item=saucer&units=1").statusCode()).isEqualTo(204);
		assertThat(shop.order("saucer", "Ada").statusCode()).isEqualTo(201);
		JsonNode state = shop.state("saucer");
		assertThat(state.get("lockStore").isNull()).isTrue();
		assertThat(state.get("orders").get(0).get("token").isNull()).isTrue();
	}

}
