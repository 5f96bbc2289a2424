// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import io.distlock.sample.ShopClient;
import io.distlock.testserver.OptionalTool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
 * What a node that sells and sends emails tells Prometheus, and whether the dashboard and
 * the alerts of the reference find their metrics in it.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "spring.datasource.url=jdbc:h2:mem:telemetry;DB_CLOSE_DELAY=-1", "shop.email.customers=4",
				"shop.email.cron=0/2 * * * * *", "shop.email.pause=0" })
@Tag("timing")
class ShopTelemetryTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final EmbeddedDatabase mailbox = new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2)
		.generateUniqueName(true)
		.addScript("schema.sql")
		.build();

	private static final SharedMailServer mailServer = SharedMailServer.start(mailbox);

	private final AtomicBoolean open = new AtomicBoolean(true);

	@LocalServerPort
	private int port;

	private ShopClient shop;

	private Thread customers;

	@DynamicPropertySource
	static void mail(DynamicPropertyRegistry registry) {
		mailServer.properties().forEach((name, value) -> registry.add(name, () -> value));
	}

	@AfterAll
	static void stop() {
		mailServer.close();
		mailbox.shutdown();
	}

	@BeforeEach
	void open() {
		this.shop = new ShopClient(List.of(URI.create("http://localhost:" + this.port)));
		this.shop.postForm("/stock", "item=teapot&units=1000000");
		this.customers = new Thread(this::buy, "customers");
		this.customers.start();
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(missing()).isEmpty());
	}

	private void buy() {
		while (this.open.get()) {
			this.shop.statuses("teapot", 10);
		}
	}

	@AfterEach
	void close() throws InterruptedException {
		this.open.set(false);
		this.customers.join();
	}

	private List<String> missing() throws IOException {
		Scrape scrape = scrape();
		return queries().flatMap((query) -> query.missingIn(scrape)).toList();
	}

	private Scrape scrape() {
		return Scrape.of(this.shop.get("/actuator/prometheus").body());
	}

	@Test
	void everyMeterIsTold() {
		Scrape scrape = scrape();
		assertThat(Stream.of("distlock_acquire_seconds_count", "distlock_acquire_seconds_bucket",
				"distlock_hold_seconds_count", "distlock_hold_seconds_bucket", "distlock_locks_held",
				"distlock_locks_waiting", "distlock_handovers_total", "distlock_renewals_total",
				"distlock_losses_total", "distlock_job_runs_seconds_count", "distlock_job_last_success_seconds",
				"distlock_job_failures_runs", "distlock_job_running_seconds", "distlock_job_overdue_seconds",
				"distlock_job_paused_seconds", "distlock_job_missed_total", "distlock_job_skipped_total"))
			.allSatisfy((name) -> assertThat(scrape.named(name)).as(name).isNotEmpty());
		assertThat(scrape.named("distlock_acquire_seconds_count"))
			.anySatisfy((sample) -> assertThat(sample.labels()).containsEntry("name", "stock")
				.containsEntry("provider", "jdbc")
				.containsEntry("outcome", "acquired"));
		assertThat(scrape.named("distlock_job_runs_seconds_count"))
			.anySatisfy((sample) -> assertThat(sample.labels()).containsEntry("name", "daily-customer-email")
				.containsEntry("outcome", "succeeded"));
		assertThat(scrape.named("distlock_hold_seconds_count"))
			.noneSatisfy((sample) -> assertThat(sample.labels()).containsKey("key"));
	}

	@Test
	void everyQueryOfDashboardAndAlertsNamesWhatIsThere() throws IOException {
		assertThat(queries()).hasSizeGreaterThan(14)
			.allSatisfy((query) -> assertThat(query.selectors()).as(query.expression())
				.isNotEmpty()
				.allSatisfy((selector) -> assertThat(selector.name()).startsWith("distlock_")));
		assertThat(missing()).isEmpty();
	}

	@Test
	void everyStateOfJobsLeadersAndNodesIsGroupedByApplication() throws IOException {
		assertThat(queries().filter((query) -> !query.groupingLabels().isEmpty())
			.filter((query) -> !query.groupingLabels().equals(List.of("outcome")))).hasSizeGreaterThan(20)
			.allSatisfy((query) -> assertThat(query.groupingLabels()).as(query.expression()).contains("application"));
	}

	@Test
	void queryThatNamesWhatIsNotThereIsFound() {
		Scrape scrape = scrape();
		assertThat(Stream.of("rate(distlock_lost_total[30s])", "distlock_losses_total{outcome=\"lost\"}",
				"distlock_renewals_total{outcome=\"failed\"}", "sum by (key) (distlock_hold_seconds_count)",
				"distlock_locks_held / distlock_lock_waiting"))
			.allSatisfy((query) -> assertThat(new MetricQuery(query).missingIn(scrape)).as(query).hasSize(1));
	}

	@Test
	void prometheusAnswersEveryQuery(@TempDir Path folder) throws Exception {
		Path programs = OptionalTool.PROMETHEUS.require(InstalledPrometheus.find());
		try (InstalledPrometheus prometheus = InstalledPrometheus.start(programs, this.port, AlertRules.FILE, folder)) {
			for (MetricQuery query : queries().filter((query) -> !query.readsHistory()).toList()) {
				await(query.expression()).ignoreExceptions()
					.atMost(PATIENCE)
					.untilAsserted(() -> assertThat(values(prometheus, query)).isNotEmpty());
			}
			assertThat(prometheus.get("/api/v1/rules").toString()).contains("DistlockLockLost")
				.doesNotContain("\"health\":\"err\"");
		}
	}

	private static double[] values(InstalledPrometheus prometheus, MetricQuery query)
			throws IOException, InterruptedException {
		return Arrays.stream(prometheus.query(query.expression())).filter((value) -> !Double.isNaN(value)).toArray();
	}

	private static Stream<MetricQuery> queries() throws IOException {
		JsonNode dashboard = new JsonMapper()
			.readTree(Files.readString(AlertRules.ATTACHMENTS.resolve("distlock-dashboard.json")));
		Stream<MetricQuery> panels = dashboard.get("panels")
			.valueStream()
			.flatMap((panel) -> panel.get("targets").valueStream())
			.map((target) -> MetricQuery.ofPanel(target.get("expr").asString()));
		Stream<MetricQuery> alerts = AlertRules.expressions()
			.stream()
			.map((expression) -> new MetricQuery(expression).withoutThreshold());
		return Stream.concat(panels, alerts);
	}

}
