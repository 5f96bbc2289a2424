/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.jdbc.queue;

import java.util.Random;

import io.distlock.contract.queue.QueueBug;
import io.distlock.contract.queue.QueueSimulation;
import io.distlock.contract.queue.QueueSimulation.Faults;
import io.distlock.contract.queue.QueueTerms;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The queue of nodes in a row of PostgreSQL on virtual time: no node that works waits for
 * ever, and a lock does not stay free while one does, whoever dies, freezes or gives up,
 * and whatever message is lost.
 */
@Tag("safety")
class QueueModelTests {

	private static final int SCHEDULES = 500 * Integer.getInteger("distlock.test.scale", 1);

	private static final Faults NO_FAULTS = new Faults(0, 0, 0, 0);

	/**
	 * Each node that is woken in vain costs one look of the releaser.
	 */
	private static final Faults FROZEN_NODES = new Faults(0, 0.3, 0, 0.2);

	private static final Faults ALL_FAULTS = new Faults(0.2, 0.3, 0.1, 0.2);

	/**
	 * How long a node goes without asking, and then the time that the lock is kept for
	 * one that does not come.
	 */
	private static final long LONGEST_POLL = 1_100;

	private static final long ONE_LOOK = 110;

	private static final long POLL = 1_000;

	/**
	 * So seldom that the releaser's looks have to do without.
	 */
	private static final long SELDOM = 60_000;

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void noLockStaysFreeWhileANodeWaits(boolean fair) {
		for (int seed = 0; seed < SCHEDULES; seed++) {
			assertThat(problem(seed, fair, QueueBug.NONE)).as("seed %d", seed).isNull();
		}
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
	void mistakesAreFound(QueueBug bug) {
		for (int seed = 0; seed < SCHEDULES; seed++) {
			if (problem(seed, true, bug) != null || problem(seed, false, bug) != null) {
				System.out.printf("%s: found in schedule %d%n", bug, seed + 1);
				return;
			}
		}
		throw new AssertionError(bug + " was not found in " + SCHEDULES + " schedules");
	}

	@Test
	void nodesAreServedInTheOrderInWhichTheyHaveCome() {
		for (int seed = 0; seed < SCHEDULES; seed++) {
			QueueSimulation run = new QueueSimulation(new Random(seed), NO_FAULTS, terms(true, SELDOM), QueueBug.NONE)
				.run();
			assertThat(run.served()).as("seed %d", seed).isSorted();
		}
	}

	private static String problem(int seed, boolean fair, QueueBug bug) {
		QueueSimulation calm = run(seed, NO_FAULTS, fair, SELDOM, bug);
		QueueSimulation frozen = run(seed, FROZEN_NODES, fair, SELDOM, bug);
		QueueSimulation wild = run(seed, ALL_FAULTS, fair, POLL, bug);
		if (calm.isAnyLeft() || frozen.isAnyLeft() || wild.isAnyLeft()) {
			return "a node waits for ever";
		}
		if (calm.longestFree() > ONE_LOOK) {
			return "without faults the lock was free for %d ms".formatted(calm.longestFree());
		}
		if (fair && !isSorted(calm)) {
			return "a node got ahead of one that came before it";
		}
		if (frozen.longestFree() > ONE_LOOK * (1 + frozen.disturbances())) {
			return "with %d frozen nodes the lock was free for %d ms".formatted(frozen.disturbances(),
					frozen.longestFree());
		}
		if (wild.longestFree() > LONGEST_POLL) {
			return "with %d faults the lock was free for %d ms".formatted(wild.disturbances(), wild.longestFree());
		}
		return null;
	}

	private static boolean isSorted(QueueSimulation run) {
		return run.served().equals(run.served().stream().sorted().toList());
	}

	private static QueueSimulation run(int seed, Faults faults, boolean fair, long poll, QueueBug bug) {
		return new QueueSimulation(new Random(seed), faults, terms(fair, poll), bug).run();
	}

	private static QueueTerms terms(boolean fair, long poll) {
		return new QueueTerms(fair, false, poll, 1);
	}

}
