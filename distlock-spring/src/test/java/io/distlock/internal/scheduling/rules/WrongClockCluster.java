// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRun.Outcome;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * One job in a store whose clock jumps, and nodes that poll it in turn: the rules alone,
 * with a number for time. Checks that no fire time of a trigger starts twice.
 */
final class WrongClockCluster {

	private static final Duration LEASE = Duration.ofSeconds(10);

	final Map<String, JobRules> nodes = new LinkedHashMap<>();

	final List<JobRun> runs = new ArrayList<>();

	private final Set<List<Object>> started = new HashSet<>();

	JobState state = JobState.unknown();

	private long version;

	private long tokens;

	private Instant time;

	/**
	 * How far the store's clock is ahead of the time.
	 */
	Duration ahead = Duration.ZERO;

	private @Nullable JobRun running;

	private @Nullable Instant runEnds;

	private Outcome outcome = Outcome.SUCCEEDED;

	WrongClockCluster(String time) {
		this.time = Instant.parse(time);
	}

	Instant now() {
		return this.time.plus(this.ahead);
	}

	JobEntry entry() {
		return new JobEntry(this.version, this.state, now());
	}

	void start(String name, JobTrigger trigger) {
		start(name, trigger, 1);
	}

	void start(String name, JobTrigger trigger, int maxAttempts) {
		start(name, trigger, maxAttempts, Duration.ofMinutes(1));
	}

	void start(String name, JobTrigger trigger, int maxAttempts, Duration misfireThreshold) {
		TriggerRules triggers = TriggerRules.of(trigger, 0, now(), Duration.ofMinutes(2), Duration.ofDays(30));
		this.nodes.put(name,
				new JobRules(triggers, RetryRules.of(maxAttempts, Duration.ofSeconds(1), 1, null), misfireThreshold));
	}

	/**
	 * Let the node of the current run die, so that its lease ends.
	 */
	void loseRun() {
		if (this.running != null) {
			this.running = null;
			this.runEnds = this.time.plus(LEASE);
		}
	}

	void write(JobState changed) {
		this.state = changed;
		this.version++;
	}

	int pass(Duration duration) {
		return pass(duration, Duration.ofMillis(500), Duration.ofMillis(50), Outcome.SUCCEEDED);
	}

	/**
	 * Let time pass.
	 * @return how many runs have started
	 */
	int pass(Duration duration, Duration step, Duration runTime, Outcome outcome) {
		int before = this.runs.size();
		Instant end = this.time.plus(duration);
		while (this.time.isBefore(end)) {
			this.nodes.forEach((name, rules) -> poll(name, rules, runTime, outcome));
			this.time = this.time.plus(step);
		}
		return this.runs.size() - before;
	}

	private void poll(String name, JobRules rules, Duration runTime, Outcome outcome) {
		boolean ended = this.runEnds != null && !this.time.isBefore(this.runEnds);
		if (this.running != null && ended) {
			end(rules, this.running);
		}
		for (int i = 0; i < 8; i++) {
			JobStep step = rules.step(entry());
			if (step instanceof JobChange change) {
				write(change.state());
				assertThatRests(i);
			}
			else if (step instanceof JobStep.TryLock && (this.runEnds == null || !this.time.isBefore(this.runEnds))) {
				claim(name, rules, runTime, outcome);
				return;
			}
			else {
				return;
			}
		}
	}

	private void assertThatRests(int changes) {
		if (changes > 6) {
			throw new AssertionError("Changes without end: " + this.state);
		}
	}

	private void claim(String name, JobRules rules, Duration runTime, Outcome outcome) {
		JobChange claim = rules.claim(entry(), name, ++this.tokens, null);
		if (claim == null) {
			return;
		}
		String trigger = this.state.trigger().text();
		write(claim.state());
		JobRun run = claim.run();
		this.runEnds = null;
		if (run != null) {
			if (!this.started.add(List.of(trigger, run.fireTime(), run.attempt()))) {
				throw new AssertionError("%s runs twice: %s, %s".formatted(run, this.runs, this.state));
			}
			this.runs.add(run);
			this.running = run;
			this.runEnds = this.time.plus(runTime);
			this.outcome = outcome;
		}
	}

	/**
	 * A run ends no earlier than it started.
	 */
	private void end(JobRules rules, JobRun run) {
		Instant end = DueTimes.later(now(), run.startedAt());
		JobChange change = rules.end(new JobEntry(this.version, this.state, end), run, this.outcome, null);
		if (change != null) {
			write(change.state());
		}
		this.running = null;
		this.runEnds = null;
	}

	/**
	 * What people do who know that the clock was wrong: fire times that ran by it may run
	 * again.
	 */
	void resume() {
		this.started.clear();
		write(JobRules.resumed(this.state, now()));
	}

}
