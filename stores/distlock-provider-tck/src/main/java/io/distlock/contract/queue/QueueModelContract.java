// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.queue;

import java.util.Random;

import io.distlock.contract.queue.QueueSimulation.Faults;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The queue of nodes of a store on virtual time: no node that works waits for ever, and a
 * lock does not stay free while one does, although nodes die, freeze and give up, and
 * messages are lost.
 *
 * @since 0.1.0
 */
@Tag("safety")
public abstract class QueueModelContract {

	private static final int SCHEDULES = 100 * Integer.getInteger("distlock.test.scale", 1);

	private static final Faults NO_FAULTS = new Faults(0, 0, 0, 0);

	/**
	 * Who is woken and has given up passes that on at once.
	 */
	private static final Faults IMPATIENT_NODES = new Faults(0, 0, 0, 0.5);

	/**
	 * Each node that is woken in vain costs one look of the releaser.
	 */
	private static final Faults FROZEN_NODES = new Faults(0, 0.3, 0, 0.2);

	private static final Faults ALL_FAULTS = new Faults(0.2, 0.3, 0.1, 0.2);

	private static final long ONE_LOOK = 110;

	/**
	 * Return how the store lets nodes stand in line, where nodes ask on their own as they
	 * do.
	 * @param fair whether the lock is kept for the node that was woken
	 * @return the terms
	 */
	protected abstract QueueTerms terms(boolean fair);

	/**
	 * Return the terms by which looks of the releaser are judged, where no message is
	 * lost.
	 * @param fair whether the lock is kept for the node that was woken
	 * @return the terms
	 */
	protected QueueTerms termsOfLooks(boolean fair) {
		return terms(fair);
	}

	/**
	 * Return for how long a lock may be free where everything goes wrong.
	 * @return the time in milliseconds
	 */
	protected abstract long longestFree();

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void noLockStaysFreeWhileANodeWaits(boolean fair) {
		for (int seed = 0; seed < SCHEDULES; seed++) {
			assertThat(problem(seed, fair, 1, QueueBug.NONE)).as("seed %d", seed).isNull();
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 3 })
	void noPermitStaysFreeWhileANodeWaits(int permits) {
		for (int seed = 0; seed < SCHEDULES; seed++) {
			assertThat(problem(seed, true, permits, QueueBug.NONE)).as("seed %d", seed).isNull();
		}
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
	void mistakesAreFound(QueueBug bug) {
		int permits = (bug == QueueBug.UNUSED_PERMIT_STAYS) ? 2 : 1;
		for (int seed = 0; seed < SCHEDULES; seed++) {
			if (problem(seed, true, permits, bug) != null || problem(seed, false, permits, bug) != null) {
				System.out.printf("%s: found in schedule %d%n", bug, seed + 1);
				return;
			}
		}
		throw new AssertionError(bug + " was not found in " + SCHEDULES + " schedules");
	}

	@Test
	void nodesAreServedInTheOrderInWhichTheyHaveCome() {
		for (int seed = 0; seed < SCHEDULES; seed++) {
			QueueSimulation run = new QueueSimulation(new Random(seed), NO_FAULTS, termsOfLooks(true), 1, QueueBug.NONE)
				.run();
			assertThat(run.served()).as("seed %d", seed).isSorted();
		}
	}

	private @Nullable String problem(int seed, boolean fair, int permits, QueueBug bug) {
		QueueSimulation calm = run(seed, NO_FAULTS, termsOfLooks(fair), permits, bug);
		QueueSimulation impatient = run(seed, IMPATIENT_NODES, termsOfLooks(fair), permits, bug);
		QueueSimulation frozen = run(seed, FROZEN_NODES, termsOfLooks(fair), permits, bug);
		QueueSimulation wild = run(seed, ALL_FAULTS, terms(fair), permits, bug);
		if (calm.isAnyLeft() || impatient.isAnyLeft() || frozen.isAnyLeft() || wild.isAnyLeft()) {
			return "a node waits for ever";
		}
		if (calm.longestFree() > ONE_LOOK) {
			return "without faults the lock was free for %d ms".formatted(calm.longestFree());
		}
		if (impatient.longestFree() > ONE_LOOK) {
			return "where nodes give up the lock was free for %d ms".formatted(impatient.longestFree());
		}
		if (fair && permits == 1 && !isSorted(calm)) {
			return "a node got ahead of one that came before it";
		}
		if (frozen.longestFree() > ONE_LOOK * (1 + frozen.disturbances())) {
			return "with %d frozen nodes the lock was free for %d ms".formatted(frozen.disturbances(),
					frozen.longestFree());
		}
		if (wild.longestFree() > longestFree()) {
			return "with %d faults the lock was free for %d ms".formatted(wild.disturbances(), wild.longestFree());
		}
		return null;
	}

	private static boolean isSorted(QueueSimulation run) {
		return run.served().equals(run.served().stream().sorted().toList());
	}

	private static QueueSimulation run(int seed, Faults faults, QueueTerms terms, int permits, QueueBug bug) {
		return new QueueSimulation(new Random(seed), faults, terms, permits, bug).run();
	}

}
