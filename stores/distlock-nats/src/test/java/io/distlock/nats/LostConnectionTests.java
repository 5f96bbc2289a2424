// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.distlock.testserver.NatsServer;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests that were sent over a connection that is lost. The client would end them with
 * a timeout that is longer than many leases.
 */
class LostConnectionTests {

	@Test
	void requestEndsWithItsConnection() throws Exception {
		NatsServer server = NatsServer.start(1).get(0);
		Options options = Options.builder().server(server.url()).maxReconnects(-1).build();
		try (Connection connection = Nats.connect(options)) {
			NatsLink link = NatsLink.ofApplication(connection);
			CompletableFuture<String> never = new CompletableFuture<>();
			CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
				try {
					link.await(never);
				}
				catch (Exception ex) {
					throw new IllegalStateException(ex.getMessage(), ex);
				}
			});
			Awaitility.await().during(Duration.ofMillis(200)).until(() -> !waiting.isDone());
			server.kill();
			assertThat(waiting).failsWithin(Duration.ofSeconds(60))
				.withThrowableThat()
				.withMessageContaining("The connection was lost");
			link.close();
		}
		finally {
			server.close();
		}
	}

}
