package io.distlock.autoconfigure.actuate;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.distlock.annotation.ClusterScheduled;
import io.distlock.autoconfigure.actuate.Http.Answer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.actuate.audit.AuditEvent;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The endpoint for jobs over a real port, on two nodes with one database.
 */
class ClusterJobsEndpointTests {

	private static final String PAUSE = "{\"action\": \"pause\"}";

	private static final String RESUME = "{\"action\": \"resume\"}";

	private static final String RUN = "{\"action\": \"run\"}";

	private final String[] store = { "--distlock.provider=jdbc",
			"--spring.datasource.url=jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(UUID.randomUUID()) };

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
			.doesNotContainKeys("running", "history", "provider");
		assertThat(this.first.http().get("clusterjobs/none").status()).isEqualTo(404);
	}

	@Test
	void jobIsPausedAndResumedForAllNodes() {
		assertThat(this.first.http().post("clusterjobs/daily", PAUSE).status()).isEqualTo(200);
		assertThat(this.second.http().get("clusterjobs/daily").<Boolean>at("paused")).isTrue();
		assertThat(this.second.http().post("clusterjobs/daily", RESUME).status()).isEqualTo(200);
		assertThat(this.first.http().get("clusterjobs/daily").<Boolean>at("paused")).isFalse();
		assertThat(this.first.audited()).extracting(AuditEvent::getType).containsExactly("DISTLOCK_JOB_PAUSE");
		assertThat(this.second.audited()).singleElement()
			.satisfies((event) -> assertThat(event.getData()).containsEntry("job", "daily")
				.containsEntry("outcome", "DONE"));
	}

	@Test
	void shortRunIsToldWithItsEndAndRecorded() {
		Answer answer = this.first.http().post("clusterjobs/daily", RUN);
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.<String>at("run.outcome")).isEqualTo("SUCCEEDED");
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
	void wrongRequestsAreRefused() {
		assertThat(this.first.http().post("clusterjobs/none", PAUSE).status()).isEqualTo(404);
		assertThat(this.first.http().post("clusterjobs/none", RUN).status()).isEqualTo(404);
		assertThat(this.first.http().post("clusterjobs/daily", "{}").status()).isEqualTo(400);
		Answer unknown = this.first.http().post("clusterjobs/daily", "{\"action\": \"explode\"}");
		assertThat(unknown.status()).isEqualTo(400);
		assertThat(unknown.body()).contains("pause, resume, run");
		assertThat(this.first.audited()).isEmpty();
	}

	@Test
	void jobsAreNotChangedUnlessThatIsAllowed() {
		try (EndpointNode reader = EndpointNode.readOnly(Jobs.class, this.store)) {
			assertThat(reader.http().post("clusterjobs/daily", PAUSE).status()).isIn(404, 405);
			assertThat(reader.http().get("clusterjobs/daily").<Boolean>at("paused")).isFalse();
		}
	}

	static class Jobs {

		final CountDownLatch end = new CountDownLatch(1);

		@ClusterScheduled(name = "daily", cron = "0 0 6 1 1 *")
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
