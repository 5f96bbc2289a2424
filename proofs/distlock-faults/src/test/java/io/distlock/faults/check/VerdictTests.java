// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.distlock.faults.history.Bug;
import io.distlock.faults.history.Counts;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.Events;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Simulation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class VerdictTests {

	private static final int SEEDS = 40;

	@ParameterizedTest
	@MethodSource("rounds")
	void findsNothingInCorrectRounds(long seed, boolean faults) {
		Verdict verdict = Rules.judge(round(seed, Bug.NONE, faults));
		assertThat(verdict.violations()).as("seed %d, faults %s: %s", seed, faults, verdict).isEmpty();
		assertThat(verdict.counts().grants()).isGreaterThan(20);
		assertThat(verdict.counts().accepted()).isGreaterThan(20);
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
	void findsEachBugInEachRound(Bug bug) {
		for (long seed = 0; seed < SEEDS; seed++) {
			Verdict verdict = Rules.judge(round(seed, bug, !bug.isCalm()));
			assertThat(verdict.broken()).as("seed %d: %s", seed, verdict).contains(bug.rule());
		}
	}

	@Test
	void faultsOfTheSimulationAreSeen() {
		Counts counts = LongStream.range(0, SEEDS)
			.mapToObj((seed) -> Rules.judge(round(seed, Bug.NONE, true)).counts())
			.reduce(new Counts(0, 0, 0, 0, 0, 0), Counts::plus);
		assertThat(counts.lost()).isGreaterThan(SEEDS);
		assertThat(counts.unknown()).isGreaterThan(SEEDS);
		assertThat(counts.rejected()).isGreaterThan(SEEDS);
		assertThat(counts.busy()).isGreaterThan(SEEDS);
	}

	@Test
	void saysWhatWasKeptAndHowMuchHappened() {
		Verdict verdict = Rules.judge(new Story().hold("n1", 1, 7, 0, 10).history());
		assertThat(verdict.isClean()).isTrue();
		assertThat(verdict).hasToString("kept [C1, C2, C3, C4, C5, C6, C7, C8, C9], "
				+ "Counts[grants=1, busy=0, accepted=0, rejected=0, lost=0, unknown=0]");
	}

	@Test
	void showsSomeViolationsOfARuleAndCountsTheOthers() {
		Story story = new Story();
		for (int i = 0; i < 8; i++) {
			story.event("parent", i, Events.leak("rows", 1));
		}
		assertThat(Rules.judge(story.history()).toString()).contains("broke [C7]", "and 3 more of C7");
	}

	static Stream<Arguments> rounds() {
		return LongStream.range(0, SEEDS)
			.boxed()
			.flatMap((seed) -> Stream.of(Arguments.of(seed, true), Arguments.of(seed, false)));
	}

	private static History round(long seed, Bug bug, boolean faults) {
		List<Event> events = new ArrayList<>(new Simulation(seed, "a", bug, faults).run());
		events.addAll(new Simulation(seed + SEEDS, "b", Bug.NONE, faults).run());
		return History.of(events);
	}

}
