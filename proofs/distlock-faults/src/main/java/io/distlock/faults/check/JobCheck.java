// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;

/**
 * C9: each fire time of a job is run at most as often as it may be attempted, nothing
 * ends that did not start, each run has a token of its own, and the tokens of a job rise
 * with its fire times.
 *
 * @since 0.1.0
 */
public final class JobCheck implements Check {

	private final Map<String, Integer> maxAttempts;

	private final int times;

	private final boolean ordered;

	/**
	 * Creates the check of jobs that run once.
	 */
	public JobCheck() {
		this(Map.of());
	}

	/**
	 * Creates the check.
	 * @param maxAttempts how often a fire time may be attempted, by the name of the job;
	 * once unless it is told
	 */
	public JobCheck(Map<String, Integer> maxAttempts) {
		this(maxAttempts, 1, true);
	}

	private JobCheck(Map<String, Integer> maxAttempts, int times, boolean ordered) {
		this.maxAttempts = maxAttempts;
		this.times = times;
		this.ordered = ordered;
	}

	/**
	 * Create the check of jobs whose store has a clock that jumps back, and their fire
	 * times with it: tokens rise all the same, so they do not rise with the fire times.
	 * @param maxAttempts how often a fire time may be attempted, by the name of the job
	 * @return the check
	 */
	public static JobCheck ofJumpingClock(Map<String, Integer> maxAttempts) {
		return new JobCheck(maxAttempts, 1, false);
	}

	/**
	 * Create the check of jobs whose store forgets once what ran last: fire times that it
	 * has forgotten may run again, also earlier ones than those that ran last.
	 * @param maxAttempts how often a fire time may be attempted, by the name of the job,
	 * as long as the store knows of it
	 * @return the check
	 */
	public static JobCheck ofForgottenRuns(Map<String, Integer> maxAttempts) {
		return new JobCheck(maxAttempts, 2, false);
	}

	@Override
	public String name() {
		return "C9";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		Map<String, List<Event>> jobs = history.events(EventType.RUN_START, EventType.RUN_END)
			.stream()
			.collect(Collectors.groupingBy((event) -> event.text(Detail.JOB), TreeMap::new, Collectors.toList()));
		jobs.forEach((job, events) -> {
			int most = this.times * this.maxAttempts.getOrDefault(job, 1);
			fireTimes(events)
				.forEach((fireTime, steps) -> checkFireTime(job + " at " + fireTime, most, steps, violations));
			if (this.ordered) {
				checkTokens(job, events, violations);
			}
		});
		return violations;
	}

	private static Map<Instant, List<Event>> fireTimes(List<Event> events) {
		return events.stream().collect(Collectors.groupingBy(JobCheck::fireTime, TreeMap::new, Collectors.toList()));
	}

	private void checkFireTime(String name, int most, List<Event> steps, List<Violation> violations) {
		List<Event> starts = of(EventType.RUN_START, steps);
		List<Event> ends = of(EventType.RUN_END, steps);
		if (starts.size() > most) {
			violations.add(Violation.of(name(), name + " was run " + starts.size() + " times", starts.stream()));
		}
		if (ends.size() > starts.size()) {
			violations.add(Violation.of(name(), name + " ended more often than it started", steps.stream()));
		}
	}

	private void checkTokens(String job, List<Event> events, List<Violation> violations) {
		List<Event> starts = of(EventType.RUN_START, events).stream()
			.sorted(Comparator.comparing(JobCheck::fireTime).thenComparingLong(JobCheck::token))
			.toList();
		for (int i = 1; i < starts.size(); i++) {
			if (token(starts.get(i)) <= token(starts.get(i - 1))) {
				violations.add(Violation.of(name(), "tokens of " + job + " do not rise with its fire times",
						starts.get(i - 1), starts.get(i)));
			}
		}
	}

	private static List<Event> of(EventType type, List<Event> events) {
		return events.stream().filter((event) -> event.type() == type).toList();
	}

	private static Instant fireTime(Event event) {
		return Instant.parse(event.text(Detail.FIRE_TIME));
	}

	private static long token(Event event) {
		Long token = event.token();
		return (token != null) ? token : 0;
	}

}
