// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

import io.distlock.redlock.ModelMaster.Answer;

/**
 * Brings requests to masters and their answers back, each on its own way, so that one may
 * overtake another. Some are lost, some come late, and some come twice.
 */
final class ModelNetwork {

	static final long LATEST = 3000 * ModelTime.MILLI;

	private static final long SLOW = 30 * ModelTime.MILLI;

	private final ModelTime time;

	private final List<ModelMaster> masters;

	private final RandomGenerator random;

	private int faults;

	/**
	 * Create a network.
	 * @param faults of a hundred requests, how many are lost, and how many late
	 */
	ModelNetwork(ModelTime time, List<ModelMaster> masters, RandomGenerator random, int faults) {
		this.time = time;
		this.masters = masters;
		this.random = random;
		this.faults = faults;
	}

	void heal() {
		this.faults = 0;
	}

	int size() {
		return this.masters.size();
	}

	/**
	 * Send a request, or two of it of which one is answered.
	 * @param master the number of the master
	 * @param request what it does there
	 * @param answered called with the answer, if there is one
	 */
	void send(int master, Function<ModelMaster, Answer> request, Consumer<Answer> answered) {
		boolean twice = this.random.nextInt(5) == 0;
		boolean first = !twice || this.random.nextBoolean();
		deliver(master, request, first ? answered : (answer) -> {
		});
		if (twice) {
			deliver(master, request, first ? (answer) -> {
			} : answered);
		}
	}

	private void deliver(int number, Function<ModelMaster, Answer> request, Consumer<Answer> answered) {
		if (!isUnlucky()) {
			this.time.in(delay(), () -> {
				ModelMaster master = this.masters.get(number);
				if (!master.isDown()) {
					Answer answer = request.apply(master);
					answer(answer, answered);
				}
			});
		}
	}

	private void answer(Answer answer, Consumer<Answer> answered) {
		if (!isUnlucky()) {
			this.time.in(delay(), () -> answered.accept(answer));
		}
	}

	private boolean isUnlucky() {
		return this.random.nextInt(100) < this.faults;
	}

	private long delay() {
		return this.random.nextLong(isUnlucky() ? LATEST : SLOW);
	}

}
