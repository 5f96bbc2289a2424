// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.run;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.distlock.internal.scheduling.annotated.JobSpec;
import io.distlock.internal.scheduling.rules.RetryRules;
import io.distlock.internal.scheduling.trigger.CronFireTimes;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.scheduling.trigger.RateFireTimes;
import io.distlock.scheduling.ClusterJob;
import io.distlock.scheduling.ledger.JobState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.support.CronExpression;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A node whose store had a clock that was ahead for a while: what it logs, and what
 * people see and do.
 */
class WrongClockRunnerTests {

	private static final JobTrigger CRON = new CronFireTimes(CronExpression.parse("0 * * * * *"), ZoneOffset.UTC);

	private final JumpingNode node = new JumpingNode();

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.distlock.internal.scheduling.run");

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	@BeforeEach
	void listen() {
		this.log.start();
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void stop() {
		this.logger.detachAppender(this.log);
		this.node.close();
	}

	private JobSpec spec(JobTrigger trigger) {
		return new JobSpec("job", Object.class.getMethods()[0], trigger, JumpingNode.LEASE, Duration.ofHours(1), null,
				RetryRules.of(1, null, 2, null), "", "");
	}

	private JobRunner runner(JobTrigger trigger) {
		return this.node.runner(spec(trigger), () -> {
		}, (threads) -> {
		});
	}

	private void pass(JobRunner runner, int minutes) {
		for (int i = 0; i < 4 * minutes; i++) {
			this.node.time.pause(Duration.ofSeconds(15));
			this.node.poll(runner);
			this.node.poll(runner);
		}
	}

	private void beAheadForAMoment(JobRunner runner) {
		pass(runner, 3);
		this.node.ahead = Duration.ofDays(30);
		pass(runner, 3);
		this.node.ahead = Duration.ZERO;
		this.log.list.clear();
	}

	private JobState state() {
		return this.node.ledger.read(this.node.store.key("job")).state();
	}

	private List<String> warnings() {
		return this.log.list.stream()
			.filter((event) -> event.getLevel() == Level.WARN)
			.map(ILoggingEvent::getFormattedMessage)
			.toList();
	}

	@Test
	void cronJobIsReportedOnceAndGoesOnWhenItIsResumed() {
		JobRunner runner = runner(CRON);
		beAheadForAMoment(runner);
		pass(runner, 10);
		assertThat(warnings()).singleElement()
			.asString()
			.contains("'job'", String.valueOf(state().lastFireTime()), "resume");
		JobAdmin admin = admin();
		assertThat(admin.job("job")).satisfies((job) -> {
			assertThat(job.overdueSince()).isBetween(job.now().minusSeconds(660), job.now().minusSeconds(540));
			assertThat(job.nextFireTime()).isEqualTo(job.lastFireTime().plusSeconds(60));
		});
		admin.resume("job");
		assertThat(admin.job("job")).returns(null, ClusterJob::overdueSince)
			.satisfies((job) -> assertThat(job.nextFireTime()).isBetween(job.now(), job.now().plusSeconds(60)));
		this.log.list.clear();
		pass(runner, 2);
		assertThat(state().statistics().lastSuccess()).isAfter(admin.job("job").now().minusSeconds(90));
		assertThat(warnings()).isEmpty();
		this.node.ahead = Duration.ofDays(1);
		pass(runner, 3);
		this.node.ahead = Duration.ZERO;
		pass(runner, 3);
		assertThat(warnings()).as("again").filteredOn((text) -> text.contains("resume")).hasSize(1);
	}

	@Test
	void intervalIsReportedAndGoesOn() {
		JobRunner runner = runner(new RateFireTimes(Duration.ofMinutes(1), Duration.ZERO, null));
		beAheadForAMoment(runner);
		pass(runner, 3);
		assertThat(warnings()).singleElement().asString().contains("'job'", "2026-05-31T00:0").contains("continues");
		assertThat(admin().job("job")).satisfies((job) -> {
			assertThat(job.statistics().lastSuccess()).isBetween(job.now().minusSeconds(90), job.now());
			assertThat(job.nextFireTime()).isBetween(job.now(), job.now().plusSeconds(60));
			assertThat(job.overdueSince()).isNull();
		});
	}

	@Test
	void nodeThatStartedByTheWrongClockReadsItsStartAgain() {
		this.node.ahead = Duration.ofDays(30);
		JobRunner runner = runner(CRON);
		pass(runner, 1);
		assertThat(state().trigger().startedAt()).isAfter("2026-05-30T00:00:00Z");
		this.node.ahead = Duration.ZERO;
		pass(runner, 1);
		assertThat(state().trigger().startedAt()).isBetween("2026-05-01T00:00:00Z", "2026-05-01T00:00:01Z");
	}

	@Test
	void jobThatWasConfirmedByTheWrongClockIsForgottenInTime() {
		this.node.ahead = Duration.ofDays(300);
		pass(runner(CRON), 1);
		this.node.ahead = Duration.ZERO;
		ForgottenJobs.remove(this.node.store, JumpingNode.SETTINGS);
		this.node.time.pause(JumpingNode.SETTINGS.forgetAfter().minusSeconds(1));
		ForgottenJobs.remove(this.node.store, JumpingNode.SETTINGS);
		assertThat(this.node.ledger.jobs("test")).hasSize(1);
		this.node.time.pause(Duration.ofSeconds(1));
		ForgottenJobs.remove(this.node.store, JumpingNode.SETTINGS);
		assertThat(this.node.ledger.jobs("test")).isEmpty();
	}

	private JobAdmin admin() {
		JobPoller poller = new JobPoller(this.node.ledger, () -> {
		});
		return new JobAdmin(Map.of("job", new LocalJob(spec(CRON), () -> {
		}, this.node.store, poller, JumpingNode.SETTINGS, (event) -> {
		})));
	}

}
