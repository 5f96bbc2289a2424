// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import io.distlock.sample.EmailClient;
import io.distlock.sample.ShopClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The customer email on one node, whose mail server refuses for a while in the middle of
 * a batch.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "shop.email.cron=0/20 * * * * *", "shop.email.pause=50ms", "shop.email.retry-delay=200ms",
				"shop.email.refusal=1500ms", "shop.email.batch-size=7" })
@Tag("timing")
class RefusedEmailTests {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final int CUSTOMERS = 40;

	private static final EmbeddedDatabase database = new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2)
		.setName("refused")
		.addScript("schema.sql")
		.build();

	private static final SharedMailServer mailServer = SharedMailServer.start(database);

	private EmailClient email;

	private ShopClient shop;

	@LocalServerPort
	private int port;

	@DynamicPropertySource
	static void servers(DynamicPropertyRegistry registry) {
		registry.add("spring.datasource.url", () -> "jdbc:h2:mem:refused");
		registry.add("spring.datasource.username", () -> "sa");
		mailServer.properties().forEach((name, value) -> registry.add(name, () -> value));
	}

	@AfterAll
	static void stop() {
		mailServer.close();
		database.shutdown();
	}

	@BeforeEach
	void connect() {
		List<URI> nodes = List.of(URI.create("http://localhost:" + this.port));
		this.email = new EmailClient(nodes);
		this.shop = new ShopClient(nodes);
	}

	@Test
	void everyCustomerHasOneEmailAndNoneIsSentAgainThoughAttemptsFail() {
		Instant fireTime = await().pollInterval(Duration.ofMillis(50))
			.atMost(PATIENCE)
			.until(this::halfSent, Optional::isPresent)
			.orElseThrow();
		assertThat(this.shop.postJson("/email/refuse", "{}").statusCode()).isEqualTo(202);
		List<JsonNode> attempts = await().atMost(PATIENCE)
			.until(() -> attempts(fireTime), (runs) -> outcome(runs.get(0)).equals("SUCCEEDED"));
		assertThat(attempts).hasSizeGreaterThan(1);
		assertThat(attempts.subList(1, attempts.size())).allSatisfy((failed) -> {
			assertThat(outcome(failed)).isEqualTo("FAILED");
			assertThat(failed.get("error").asString()).contains("451 Try again later");
		});
		assertThat(attempts.get(0).get("emailsInAll").asInt()).isEqualTo(CUSTOMERS);
		List<JsonNode> mails = state(fireTime).get("mails").valueStream().toList();
		assertThat(mails).extracting((mail) -> mail.get("recipient").asString())
			.hasSize(CUSTOMERS)
			.doesNotHaveDuplicates();
		assertThat(mails).extracting((mail) -> mail.get("repeats").asInt()).containsOnly(0);
	}

	/**
	 * Find a fire time whose first attempt is in the middle of its second batch or a
	 * later one.
	 */
	private Optional<Instant> halfSent() {
		return this.email.read("/email")
			.filter((state) -> state.get("mails").size() > 7 && state.get("mails").size() < CUSTOMERS / 2)
			.map((state) -> state.get("runs").get(0))
			.filter((run) -> outcome(run).equals("RUNNING"))
			.map((run) -> fireTime(run));
	}

	private List<JsonNode> attempts(Instant fireTime) {
		return state(fireTime).get("runs").valueStream().filter((run) -> fireTime(run).equals(fireTime)).toList();
	}

	private JsonNode state(Instant fireTime) {
		return this.email.read("/email?fireTime=" + fireTime).orElseThrow();
	}

	private static Instant fireTime(JsonNode run) {
		return Instant.parse(run.get("fireTime").asString());
	}

	private static String outcome(JsonNode run) {
		return run.get("outcome").asString();
	}

}
