// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongToIntFunction;
import java.util.function.Predicate;

/**
 * What all processes noted of one key, and what must hold of it.
 */
final class History {

	private static final int SHOWN = 3;

	private final List<Noted> holds;

	History(List<Noted> holds) {
		this.holds = holds.stream()
			.filter((hold) -> hold.kind().ordinal() <= Kind.PERMIT.ordinal())
			.sorted(Comparator.comparingLong(Noted::since))
			.toList();
	}

	List<Noted> of(Kind kind) {
		return this.holds.stream().filter((hold) -> hold.kind() == kind).toList();
	}

	int size() {
		return this.holds.size();
	}

	/**
	 * Return how many were trusted at once, at most.
	 */
	int most() {
		return together().stream().mapToInt(List::size).max().orElse(0);
	}

	/**
	 * For each hold, return those that were trusted when it began to be, with itself.
	 */
	List<List<Noted>> together() {
		List<List<Noted>> together = new ArrayList<>();
		PriorityQueue<Noted> trusted = new PriorityQueue<>(Comparator.comparingLong(Noted::until));
		for (Noted hold : this.holds) {
			while (!trusted.isEmpty() && trusted.element().until() < hold.since()) {
				trusted.remove();
			}
			trusted.add(hold);
			together.add(List.copyOf(trusted));
		}
		return together;
	}

	/**
	 * Return the first holds during which more others were trusted than allowed.
	 * @param most how many may be trusted at the moment at which the newest of them began
	 * to be
	 */
	List<List<Noted>> tooMany(LongToIntFunction most) {
		return first(
				(group) -> group.size() > most.applyAsInt(group.stream().mapToLong(Noted::since).max().orElseThrow()));
	}

	/**
	 * Return the first holds that were trusted during one that excludes all others.
	 */
	List<List<Noted>> besideExclusive() {
		return first((group) -> group.size() > 1 && group.stream().anyMatch((hold) -> hold.kind() == Kind.EXCLUSIVE));
	}

	private List<List<Noted>> first(Predicate<List<Noted>> wrong) {
		return together().stream().filter(wrong).limit(SHOWN).toList();
	}

	/**
	 * Return how many shared the lock between the moment in which an exclusive hold was
	 * asked for and that in which it began.
	 */
	long sharedBefore(Noted exclusive) {
		return this.holds.stream()
			.filter((hold) -> hold.kind() == Kind.SHARED && hold.since() > exclusive.asked()
					&& hold.since() < exclusive.since())
			.count();
	}

}
