// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

import io.distlock.contract.queue.QueueRules.Answer;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that want one lock, on virtual time in milliseconds: they come, wait, ask, hold,
 * give up, freeze and die; messages are late or lost, and the server does not always know
 * that a node has gone. Reports for how long the lock was free though a live node waited
 * for it, who was served when, and who never was.
 */
final class QueueSimulation {

	private static final long LOOK = 100;

	private static final long LEASE = 10_000;

	private final PriorityQueue<Event> events = new PriorityQueue<>(
			Comparator.comparingLong(Event::at).thenComparingLong(Event::number));

	private final List<Node> nodes = new ArrayList<>();

	private final List<Long> served = new ArrayList<>();

	private final QueueRules rules;

	private final QueueTerms terms;

	private final QueueBug bug;

	private final int permits;

	private final Faults faults;

	private final Random random;

	private long now;

	private long number;

	private boolean wasStuck;

	private long freeSince;

	private long longestFree;

	private int disturbances;

	/**
	 * Create a simulation.
	 * @param random the schedule
	 * @param faults what goes wrong
	 * @param terms how the store works
	 * @param permits how many nodes may hold the lock at a time
	 * @param bug a mistake in the rules
	 */
	QueueSimulation(Random random, Faults faults, QueueTerms terms, int permits, QueueBug bug) {
		this.random = random;
		this.faults = faults;
		this.bug = bug;
		this.terms = terms;
		this.rules = new QueueRules(terms, permits, bug);
		this.permits = permits;
		int count = 2 + random.nextInt(8);
		for (int id = 0; id < count; id++) {
			Node node = new Node(id);
			this.nodes.add(node);
			at(random.nextInt(200), node, node::come);
		}
	}

	/**
	 * Let time pass until nothing happens any more.
	 * @return this simulation, which is over
	 */
	QueueSimulation run() {
		while (!this.events.isEmpty() && this.now < 600_000) {
			Event next = this.events.poll();
			this.now = next.at;
			if (next.node == null || next.node.isUp(next)) {
				next.task.run();
			}
			note();
		}
		return this;
	}

	private void note() {
		boolean stuck = isAnyLeft() && this.rules.isFree(this.now);
		if (!stuck || !this.wasStuck) {
			this.freeSince = this.now;
		}
		this.wasStuck = stuck;
		this.longestFree = Math.max(this.longestFree, this.now - this.freeSince);
	}

	/**
	 * Return for how long the lock was free at most though a node that works waited.
	 * @return milliseconds
	 */
	long longestFree() {
		return this.longestFree;
	}

	/**
	 * Return how many nodes froze or died, and how many messages were lost.
	 * @return the number of disturbances
	 */
	int disturbances() {
		return this.disturbances;
	}

	/**
	 * Return who was served.
	 * @return when each first stood in line, in the order in which they were served
	 */
	List<Long> served() {
		return this.served;
	}

	/**
	 * Return whether a node that works still waits.
	 * @return whether there is one
	 */
	boolean isAnyLeft() {
		return this.nodes.stream().anyMatch((node) -> node.waiting && node.works());
	}

	private void at(long delay, @Nullable Node node, Runnable task) {
		this.events.add(new Event(this.now + delay, this.number++, node, task));
	}

	private boolean happens(double chance) {
		return this.random.nextDouble() < chance;
	}

	private boolean isKnownToBeGone(int node) {
		return this.nodes.get(node).isKnownToBeGone();
	}

	private void notified(int woken, Node releaser) {
		if (woken == QueueRules.NONE) {
			return;
		}
		long token = this.rules.token();
		if (happens(this.faults.lost)) {
			this.disturbances++;
		}
		else {
			Node node = this.nodes.get(woken);
			at(1 + this.random.nextInt(5), node, () -> node.hear(token));
		}
		if (this.bug != QueueBug.NO_SECOND_LOOK) {
			releaser.looks++;
			at(LOOK, releaser, () -> {
				releaser.looks--;
				pass(token, releaser);
			});
		}
	}

	private void pass(long token, Node passing) {
		notified(this.rules.pass(this.now, token, this::isKnownToBeGone), passing);
	}

	/**
	 * What happens to whom.
	 *
	 * @param lost how likely a message is lost
	 * @param freezes how likely a node freezes when it comes; never one that is about to
	 * look again, unless messages are lost
	 * @param dies how likely a node dies while it holds the lock, or waits
	 * @param gives how likely a node gives up
	 */
	record Faults(double lost, double freezes, double dies, double gives) {

	}

	private record Event(long at, long number, @Nullable Node node, Runnable task) {

	}

	private final class Node {

		private final int id;

		private boolean waiting;

		private boolean dead;

		private boolean silent;

		private long frozenUntil;

		private long ticket;

		private long first;

		private long asked;

		private int rounds;

		private int looks;

		Node(int id) {
			this.id = id;
		}

		boolean works() {
			return !this.dead && this.frozenUntil <= QueueSimulation.this.now;
		}

		boolean isKnownToBeGone() {
			return this.dead && !this.silent;
		}

		/**
		 * Return whether an event of the node takes place now. Those of a frozen node
		 * come when it works again.
		 */
		boolean isUp(Event event) {
			if (!this.dead && !works()) {
				QueueSimulation.this.events
					.add(new Event(this.frozenUntil, QueueSimulation.this.number++, this, event.task));
			}
			return works();
		}

		void come() {
			if (happens(QueueSimulation.this.faults.freezes)) {
				at(QueueSimulation.this.random.nextInt(300), this, this::freeze);
			}
			if (happens(QueueSimulation.this.faults.dies)) {
				at(QueueSimulation.this.random.nextInt(300), this, this::die);
			}
			if (happens(QueueSimulation.this.faults.gives)) {
				at(QueueSimulation.this.random.nextInt(500), this, () -> this.waiting = false);
			}
			this.waiting = true;
			this.ticket = 0;
			this.first = 0;
			ask(false);
		}

		private void freeze() {
			if (this.looks == 0 || QueueSimulation.this.faults.lost > 0) {
				QueueSimulation.this.disturbances++;
				long pause = 200 + QueueSimulation.this.random.nextInt(5000);
				this.frozenUntil = QueueSimulation.this.now + pause;
				at(pause, null, () -> {
				});
			}
		}

		private void die() {
			QueueSimulation.this.disturbances++;
			this.dead = true;
			this.silent = happens(0.5);
		}

		void hear(long token) {
			if (this.waiting) {
				ask(true);
			}
			else {
				pass(token, this);
			}
		}

		private void ask(boolean waits) {
			long turn = ++this.asked;
			Answer answer = QueueSimulation.this.rules.attempt(QueueSimulation.this.now, this.id, LEASE, waits,
					this.ticket, QueueSimulation.this::isKnownToBeGone);
			if (answer.granted()) {
				notified(answer.woken(), this);
				hold();
			}
			else if (!waits) {
				ask(true);
			}
			else {
				this.ticket = answer.ticket();
				this.first = (this.first == 0) ? this.ticket : this.first;
				at(pollAfter(answer), this, () -> {
					if (this.waiting && turn == this.asked) {
						ask(true);
					}
				});
			}
		}

		private long pollAfter(Answer answer) {
			if (QueueSimulation.this.bug == QueueBug.HEAD_ALONE_POLLS && answer.before() > 0) {
				return 10 * LEASE;
			}
			QueueTerms terms = QueueSimulation.this.terms;
			return Math.min(answer.value(), terms.poll() * Math.min(terms.rarest(), answer.before() + 1))
					+ QueueSimulation.this.random.nextInt(20);
		}

		/**
		 * Permits are held for long at times, so that no other node gives one back.
		 */
		private int holdTime() {
			boolean isLong = QueueSimulation.this.permits > 1 && happens(0.3);
			return QueueSimulation.this.random.nextInt(isLong ? 3000 : 40);
		}

		private void hold() {
			this.waiting = false;
			if (this.first != 0) {
				QueueSimulation.this.served.add(this.first);
			}
			at(holdTime(), this, () -> {
				if (QueueSimulation.this.rules.isHeldBy(this.id)) {
					notified(QueueSimulation.this.rules.release(QueueSimulation.this.now, this.id,
							QueueSimulation.this::isKnownToBeGone), this);
				}
				if (++this.rounds < 20) {
					at(QueueSimulation.this.random.nextInt(60), this, this::come);
				}
			});
		}

	}

}
