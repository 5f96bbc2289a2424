// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.autoconfigure.actuate.Http.Answer;
import io.distlock.internal.actuate.ClusterJobsEndpoint;
import io.distlock.local.LocalLockProvider;
import io.distlock.redis.RedisLockProvider;
import io.distlock.redis.RedisLockSettings;
import io.distlock.redis.internal.spring.SpringRedisTransports;
import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ClusterJobs;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.testserver.redis.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.event.EventListener;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The endpoint for jobs over a real port, on two nodes with one database.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("timing")
class ClusterJobsEndpointTests {

	private static final String STOP = "{\"action\": \"stop\"}";

	private static final String PAUSE = "{\"action\": \"pause\"}";

	private static final String RESUME = "{\"action\": \"resume\"}";

	private static final String RUN = "{\"action\": \"run\"}";

	private final String[] store = { "--distlock.provider=jdbc",
			"--spring.datasource.url=jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(UUID.randomUUID()),
			"--distlock.scheduling.trigger-timeout=3s" };

	private EndpointNode first;

	private EndpointNode second;

	@BeforeEach
	void start() {
		this.first = EndpointNode.unrestricted(Jobs.class, this.store);
		this.second = EndpointNode.unrestricted(Jobs.class, this.store);
	}

	@AfterEach
	void stop() {
		this.first.context().getBean(Jobs.class).end.countDown();
		this.second.context().getBean(Jobs.class).end.countDown();
		this.first.close();
		this.second.close();
	}

	@Test
	void jobsAreListedWithTheirTriggers() {
		Answer answer = this.first.http().get("clusterjobs");
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.<List<String>>at("jobs[*].name")).containsExactly("daily", "failing", "long");
		assertThat(answer.<String>at("jobs[0].trigger")).contains("0 0 6 1 1 *");
		assertThat(answer.<Boolean>at("jobs[0].paused")).isFalse();
		assertThat(answer.<Map<String, Object>>at("jobs[0]")).containsKey("nextFireTime")
			.containsEntry("description", "0 0 6 1 1 * in Europe/Berlin")
			.containsEntry("zone", "Europe/Berlin")
			.doesNotContainKeys("running", "lastRun", "history", "provider");
		assertThat(this.first.http().get("clusterjobs/none").status()).isEqualTo(404);
	}

	@Test
	void jobIsPausedAndResumedForAllNodes() {
		assertThat(this.first.http().post("clusterjobs/daily", PAUSE).status()).isEqualTo(200);
		assertThat(this.second.http().get("clusterjobs/daily").<Boolean>at("paused")).isTrue();
		assertThat(this.second.http().get("clusterjobs").<Map<String, Object>>at("jobs[0]"))
			.containsEntry("name", "daily")
			.containsKey("pausedSince")
			.doesNotContainKey("nextFireTime");
		assertThat(this.second.http().post("clusterjobs/daily", RESUME).status()).isEqualTo(200);
		assertThat(this.first.http().get("clusterjobs/daily").<Boolean>at("paused")).isFalse();
		assertThat(this.first.audited()).extracting(AuditEvent::getType).containsExactly("DISTLOCK_JOB_PAUSE");
		assertThat(this.second.audited()).singleElement()
			.satisfies((event) -> assertThat(event.getData()).containsEntry("job", "daily")
				.containsEntry("outcome", "DONE"));
	}

	@Test
	void pauseIsShownWithItsReasonOnAllNodes() {
		String reason = "{\"action\": \"pause\", \"reason\": \"%s\"}";
		assertThat(this.first.http().post("clusterjobs/daily", reason.formatted("mails\\nbounce")).status())
			.isEqualTo(200);
		assertThat(this.second.http().get("clusterjobs").<String>at("jobs[0].pauseReason")).isEqualTo("mails\\nbounce");
		String since = this.second.http().get("clusterjobs/daily").at("pausedSince");
		assertThat(this.second.http().post("clusterjobs/daily", PAUSE).status()).isEqualTo(200);
		assertThat(this.first.http().get("clusterjobs/daily").<String>at("pauseReason")).isEqualTo("mails\\nbounce");
		assertThat(this.second.http().post("clusterjobs/daily", reason.formatted("x".repeat(9000))).status())
			.isEqualTo(200);
		Answer paused = this.first.http().get("clusterjobs/daily");
		assertThat(paused.<String>at("pauseReason")).startsWith("xxx").hasSizeBetween(200, 210);
		assertThat(paused.<String>at("pausedSince")).isEqualTo(since);
		assertThat(this.first.http().post("clusterjobs/daily", RESUME).status()).isEqualTo(200);
		assertThat(this.second.http().get("clusterjobs").<Map<String, Object>>at("jobs[0]"))
			.doesNotContainKeys("pausedSince", "pausedBy", "pauseReason");
		assertThat(this.first.audited()).first()
			.satisfies((event) -> assertThat(event.getData()).containsEntry("reason", "mails\\nbounce"));
	}

	@Test
	void principalWhoPausedAJobIsShown() {
		SecurityContext alice = new SecurityContext() {

			@Override
			public Principal getPrincipal() {
				return () -> "alice";
			}

			@Override
			public boolean isUserInRole(String role) {
				return false;
			}

		};
		ClusterJobsEndpoint endpoint = this.first.context().getBean(ClusterJobsEndpoint.class);
		assertThat(endpoint.act(alice, "daily", "pause", null).getStatus()).isEqualTo(200);
		assertThat(this.second.http().get("clusterjobs").<Map<String, Object>>at("jobs[0]"))
			.containsEntry("pausedBy", "alice")
			.doesNotContainKey("pauseReason");
	}

	@Test
	void shortRunIsToldWithItsEndAndRecorded() {
		Answer answer = this.first.http().post("clusterjobs/daily", RUN);
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.<String>at("run.outcome")).isEqualTo("SUCCEEDED");
		assertThat(answer.<Boolean>at("run.onDemand")).isTrue();
		Answer job = this.second.http().get("clusterjobs/daily");
		assertThat(job.<List<String>>at("history[*].outcome")).containsExactly("SUCCEEDED");
		assertThat(job.<Object>at("history[0].fencingToken")).isEqualTo(answer.at("run.fencingToken"));
		assertThat(this.first.audited()).extracting(AuditEvent::getType).containsExactly("DISTLOCK_JOB_RUN");
	}

	@Test
	void runThatFailsIsToldAsItEnded() {
		Answer answer = this.first.http().post("clusterjobs/failing", RUN);
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.<String>at("run.outcome")).isEqualTo("FAILED");
		assertThat(answer.<String>at("run.error")).contains("no mails today");
		Answer listed = this.second.http().get("clusterjobs");
		for (String field : List.of("fireTime", "attempt", "outcome", "error", "node", "startedAt", "endedAt")) {
			assertThat(listed.<Object>at("jobs[1].lastRun." + field)).as(field)
				.isNotNull()
				.isEqualTo(answer.at("run." + field));
		}
	}

	@Test
	void longRunGoesOnAfterTheAnswerAndKeepsOthersOut() {
		Answer answer = this.first.http().post("clusterjobs/long", RUN);
		assertThat(answer.status()).isEqualTo(202);
		assertThat(answer.<String>at("outcome")).isEqualTo("PENDING");
		assertThat(this.second.http().get("clusterjobs/long").<String>at("running.outcome")).isEqualTo("RUNNING");
		for (EndpointNode node : List.of(this.first, this.second)) {
			Answer busy = node.http().post("clusterjobs/long", RUN);
			assertThat(busy.status()).isEqualTo(409);
			assertThat(busy.<String>at("error")).contains("Job 'long' cannot be run now");
		}
		this.first.context().getBean(Jobs.class).end.countDown();
		Awaitility.await()
			.atMost(30, TimeUnit.SECONDS)
			.until(() -> this.second.http().get("clusterjobs/long").<List<String>>at("history[*].outcome"),
					List.of("SUCCEEDED")::equals);
	}

	@Test
	void stopOfAJobThatDoesNotRunIsToldAndAudited() {
		Answer answer = this.first.http().post("clusterjobs/daily", STOP);
		assertThat(answer.status()).isEqualTo(409);
		assertThat(answer.<String>at("outcome")).isEqualTo("NOT_RUNNING");
		assertThat(this.first.audited()).singleElement().returns("DISTLOCK_JOB_STOP", AuditEvent::getType);
	}

	@Test
	void wrongRequestsAreRefused() {
		assertThat(this.first.http().post("clusterjobs/none", PAUSE).status()).isEqualTo(404);
		assertThat(this.first.http().post("clusterjobs/none", RUN).status()).isEqualTo(404);
		assertThat(this.first.http().post("clusterjobs/none", STOP).status()).isEqualTo(404);
		assertThat(this.first.http().post("clusterjobs/daily", "{\"action\": \"check\"}").status()).isEqualTo(200);
		Answer missing = this.first.http().post("clusterjobs/daily", "{}");
		assertThat(missing.status()).isEqualTo(400);
		assertThat(missing.<String>at("outcome")).isEqualTo("INVALID");
		Answer unknown = this.first.http().post("clusterjobs/daily", "{\"action\": \"explode\"}");
		assertThat(unknown.status()).isEqualTo(400);
		assertThat(unknown.body()).contains("pause, resume, run, stop");
		Answer long100000 = this.first.http()
			.post("clusterjobs/daily", "{\"action\": \"%s\"}".formatted("x".repeat(100_000)));
		assertThat(long100000.status()).isEqualTo(400);
		assertThat(long100000.body()).hasSizeLessThan(1000);
		assertThat(this.first.audited()).isEmpty();
	}

	@Test
	void jobsAreNotChangedUnlessThatIsAllowed() {
		try (EndpointNode reader = EndpointNode.readOnly(Jobs.class, this.store)) {
			assertThat(reader.http().post("clusterjobs/daily", PAUSE).status()).isIn(404, 405);
			assertThat(reader.http().get("clusterjobs/daily").<Boolean>at("paused")).isFalse();
		}
	}

	@Test
	void storeThatIsAwayHidesOnlyItsOwnJobs() {
		try (RedisServer server = new RedisServer().start();
				EndpointNode node = EndpointNode.readOnly(TwoStores.class, "--test.redis-port=" + server.port())) {
			assertThat(node.http().get("clusterjobs").<List<String>>at("jobs[*].trigger")).hasSize(3);
			server.kill();
			Answer answer = node.http().get("clusterjobs");
			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.<List<String>>at("jobs[*].name")).containsExactly("away-1", "away-2", "here");
			for (int i = 0; i < 2; i++) {
				assertThat(answer.<Map<String, Object>>at("jobs[%d]".formatted(i)))
					.containsOnlyKeys("name", "provider", "error")
					.containsEntry("provider", "away")
					.hasEntrySatisfying("error",
							(error) -> assertThat(error).asString().contains("store did not answer"));
			}
			assertThat(answer.<Map<String, Object>>at("jobs[2]")).containsKeys("trigger", "paused", "nextFireTime")
				.doesNotContainKey("error");
			assertThat(node.http().get("clusterjobs/here").status()).isEqualTo(200);
			assertThat(node.http().get("clusterjobs/away-1").status()).isEqualTo(503);
		}
	}

	@Test
	void failingAuditDoesNotMakeTheAnswerUntrue(CapturedOutput output) {
		try (EndpointNode node = EndpointNode.unrestricted(UnauditedJobs.class, this.store)) {
			assertThat(node.http().post("clusterjobs/daily", PAUSE).status()).isEqualTo(200);
			assertThat(node.http().get("clusterjobs/daily").<Boolean>at("paused")).isTrue();
			assertThat(output).contains("audit event DISTLOCK_JOB_PAUSE").contains("no auditor today");
		}
	}

	@Test
	void actionThatEndsUnexpectedlyIsAuditedAsFailed() {
		List<AuditEvent> audited = new ArrayList<>();
		ClusterJobsEndpoint endpoint = new ClusterJobsEndpoint(new BrokenJobs(), Duration.ofSeconds(5),
				(event) -> audited.add(((AuditApplicationEvent) event).getAuditEvent()));
		for (String action : List.of("run", "pause")) {
			assertThatIllegalStateException()
				.isThrownBy(() -> endpoint.act(SecurityContext.NONE, "daily", action, null));
		}
		assertThat(audited).extracting(AuditEvent::getType).containsExactly("DISTLOCK_JOB_RUN", "DISTLOCK_JOB_PAUSE");
		assertThat(audited).allSatisfy((event) -> assertThat(event.getData()).containsEntry("job", "daily")
			.containsEntry("outcome", "FAILED"));
	}

	/**
	 * Jobs in two stores, one of which goes away.
	 */
	@Configuration(proxyBeanMethods = false)
	static class TwoStores {

		@Bean
		LettuceConnectionFactory redis(@Value("${test.redis-port}") int port) {
			return new LettuceConnectionFactory("127.0.0.1", port);
		}

		@Bean
		@Primary
		LocalLockProvider own() {
			return new LocalLockProvider();
		}

		@Bean
		RedisLockProvider away(LettuceConnectionFactory redis) {
			return new RedisLockProvider(SpringRedisTransports.of(redis), RedisLockSettings.defaults());
		}

		@ClusterScheduled(name = "here", cron = "0 0 6 1 1 *")
		void here() {
		}

		@ClusterScheduled(name = "away-1", cron = "0 0 6 1 1 *", provider = "away")
		void first() {
		}

		@ClusterScheduled(name = "away-2", cron = "0 0 6 1 1 *", provider = "away")
		void second() {
		}

	}

	/**
	 * A job that the other nodes do not have.
	 */
	static class UnauditedJobs extends Jobs {

		@EventListener
		void audited(AuditApplicationEvent event) {
			throw new IllegalArgumentException("no auditor today");
		}

	}

	/**
	 * Jobs that fail with what is not expected.
	 */
	private static final class BrokenJobs implements ClusterJobs {

		@Override
		public List<ClusterJob> jobs() {
			throw new IllegalStateException("broken");
		}

		@Override
		public List<ClusterJob> jobs(String provider) {
			throw new IllegalStateException("broken");
		}

		@Override
		public ClusterJob job(String name) {
			throw new IllegalStateException("broken");
		}

		@Override
		public Map<String, String> providers() {
			return Map.of("daily", "");
		}

		@Override
		public Optional<ClusterJob> lastSeen(String name) {
			return Optional.empty();
		}

		@Override
		public boolean stop(String name) {
			throw new IllegalStateException("broken");
		}

		@Override
		public List<JobRun> history(String name) {
			throw new IllegalStateException("broken");
		}

		@Override
		public JobRun runNow(String name) {
			throw new IllegalStateException("broken");
		}

		@Override
		public void pause(String name) {
			throw new IllegalStateException("broken");
		}

		@Override
		public void pause(String name, String by, String reason) {
			throw new IllegalStateException("broken");
		}

		@Override
		public void resume(String name) {
			throw new IllegalStateException("broken");
		}

	}

	static class Jobs {

		final CountDownLatch end = new CountDownLatch(1);

		@ClusterScheduled(name = "daily", cron = "0 0 6 1 1 *", zone = "Europe/Berlin")
		void daily() {
		}

		@ClusterScheduled(name = "failing", cron = "0 0 6 1 1 *")
		void failing() {
			throw new IllegalStateException("no mails today");
		}

		@ClusterScheduled(name = "long", cron = "0 0 6 1 1 *")
		void takesLong() throws InterruptedException {
			this.end.await();
		}

	}

}
