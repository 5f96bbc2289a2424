// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.distlock.faults.history.EventType;
import io.distlock.faults.history.History;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LinearizabilityCheckTests {

	private static final int TIMES = 6;

	private static final int ROUNDS = 1_000;

	@Test
	void releaseThatFoundTheLockHeldAfterTheNextGrantBreaksIt() {
		Story story = new Story().grant("n1", 1, 7, 0, 1).released("n1", 1, 7, 40, 41, true).hold("n2", 1, 8, 10, 20);
		assertThat(new LinearizabilityCheck().check(story.history())).hasSize(1);
		assertThat(story.broken()).containsExactly("C4", "C8");
	}

	@Test
	void concurrentGrantsInTheOrderOfTheirTokensKeepIt() {
		Story story = new Story().grant("n1", 1, 7, 0, 30)
			.released("n1", 1, 7, 31, 32, false)
			.fault("delay", "", 0, 1)
			.grant("n2", 1, 8, 5, 20)
			.step(EventType.TRUSTED, "n2", 1, 8, 21)
			.released("n2", 1, 8, 22, 23, true);
		assertThat(new LinearizabilityCheck().check(story.history())).isEmpty();
	}

	@Test
	void grantBetweenTwoThatLeaveNoTimeForItBreaksIt() {
		Story story = new Story().hold("n1", 1, 7, 0, 10).grant("n2", 1, 8, 2, 5).released("n2", 1, 8, 50, 51, false);
		assertThat(new LinearizabilityCheck().check(story.history())).hasSize(1);
	}

	/**
	 * The check goes by tokens; a search of all orders and all moments must agree.
	 */
	@Test
	void agreesWithASearchOfAllOrders() {
		int orders = 0;
		for (int seed = 0; seed < ROUNDS; seed++) {
			List<Op> ops = randomOps(new Random(seed));
			boolean order = search(ops, 0, Long.MIN_VALUE);
			assertThat(new LinearizabilityCheck().check(history(ops)).isEmpty()).as("seed %d: %s", seed, ops)
				.isEqualTo(order);
			orders += order ? 1 : 0;
		}
		assertThat(orders).isBetween(ROUNDS / 20, ROUNDS / 2);
	}

	private static List<Op> randomOps(Random random) {
		List<Op> ops = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			long start = random.nextInt(TIMES);
			long end = start + random.nextInt(TIMES - (int) start);
			long held = random.nextBoolean() ? end + random.nextInt(TIMES - (int) end) : -1;
			ops.add(new Op(1 + random.nextInt(8), start, end, held));
		}
		return ops;
	}

	private static History history(List<Op> ops) {
		Story story = new Story();
		for (int i = 0; i < ops.size(); i++) {
			Op op = ops.get(i);
			String node = "n" + i;
			story.grant(node, 1, op.token(), op.start(), op.end());
			if (op.held() >= 0) {
				story.step(EventType.TRUSTED, node, 1, op.token(), op.held());
			}
		}
		return story.history();
	}

	private static boolean search(List<Op> rest, long now, long token) {
		for (Op op : rest) {
			List<Op> others = new ArrayList<>(rest);
			others.remove(op);
			for (long effect = Math.max(now, op.start()); op.token() > token && effect <= op.end(); effect++) {
				for (long end = Math.max(effect, op.held()); end <= TIMES; end++) {
					if (search(others, end, op.token())) {
						return true;
					}
				}
			}
		}
		return rest.isEmpty();
	}

	private record Op(long token, long start, long end, long held) {

	}

}
