// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

import io.distlock.redlock.ModelMaster.Answer;
import io.distlock.redlock.ModelMaster.Said;

/**
 * One question to several masters. It is decided as soon as enough have answered, or so
 * many otherwise that the rest does not suffice, or when time is over.
 */
final class ModelBallot {

	private final Map<Integer, Answer> answers = new LinkedHashMap<>();

	private final int asked;

	private final Predicate<ModelBallot> enough;

	private final Consumer<ModelBallot> decided;

	private boolean over;

	private ModelBallot(int asked, Predicate<ModelBallot> enough, Consumer<ModelBallot> decided) {
		this.asked = asked;
		this.enough = enough;
		this.decided = decided;
	}

	/**
	 * Ask.
	 * @param enough whether the answers up to now decide
	 * @param decided called once, with the answers up to then
	 */
	static void ask(ModelTime time, ModelNetwork network, Iterable<Integer> masters, long timeout,
			Function<ModelMaster, Answer> request, Predicate<ModelBallot> enough, Consumer<ModelBallot> decided) {
		List<Integer> asked = new ArrayList<>();
		masters.forEach(asked::add);
		ModelBallot ballot = new ModelBallot(asked.size(), enough, decided);
		asked.forEach((master) -> network.send(master, request, (answer) -> ballot.answered(master, answer)));
		time.in(timeout, ballot::end);
	}

	private void answered(int master, Answer answer) {
		if (!this.over) {
			this.answers.putIfAbsent(master, answer);
			if (outstanding() == 0 || this.enough.test(this)) {
				end();
			}
		}
	}

	private void end() {
		if (!this.over) {
			this.over = true;
			this.decided.accept(this);
		}
	}

	/**
	 * Return whether a majority says so, or cannot say so any more.
	 */
	boolean isDecided(int majority, Said... said) {
		int votes = count(said);
		return votes >= majority || votes + outstanding() < majority;
	}

	int outstanding() {
		return this.asked - this.answers.size();
	}

	int count(Said... said) {
		List<Said> counted = List.of(said);
		return (int) this.answers.values().stream().filter((answer) -> counted.contains(answer.said())).count();
	}

	/**
	 * Return those who said so, with what they proposed, in the order of their answers.
	 */
	Map<Integer, Long> proposals(Said... said) {
		List<Said> counted = List.of(said);
		Map<Integer, Long> proposals = new LinkedHashMap<>();
		this.answers.forEach((master, answer) -> {
			if (counted.contains(answer.said())) {
				proposals.put(master, answer.last());
			}
		});
		return proposals;
	}

	Map<Integer, Answer> answers() {
		return this.answers;
	}

}
