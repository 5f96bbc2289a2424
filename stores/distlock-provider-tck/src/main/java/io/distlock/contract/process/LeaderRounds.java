// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three candidates, of which the one that leads is disturbed again and again.
 */
final class LeaderRounds {

	private final Nodes nodes;

	private final Work work;

	private final List<NodeJvm> standing;

	LeaderRounds(Nodes nodes, String role) {
		this.nodes = nodes;
		this.work = Work.leads(role);
		this.standing = new ArrayList<>(nodes.start(3, this.work));
	}

	/**
	 * Disturb the leader until another node leads.
	 * @return for how long no node led
	 */
	Duration round(Fault fault) {
		NodeJvm leader = awaitLeader();
		List<NodeJvm> others = this.standing.stream().filter((node) -> node != leader).toList();
		long disturbed = System.nanoTime();
		fault.begin(leader);
		Patience.await(() -> others.stream().anyMatch((node) -> lastTerm(node) > lastTerm(leader)));
		Noted next = others.stream().map(LeaderRounds::last).max(Comparator.comparingLong(Noted::token)).orElseThrow();
		fault.end(leader);
		Noted before = last(leader);
		assertThat(next.since()).as("beginning of term %d, after it was disturbed", next.token())
			.isGreaterThan(disturbed);
		if (fault.isDeadly()) {
			replace(leader, fault == Fault.TERMINATE);
		}
		else {
			Patience.await(() -> isRevoked(leader, before.token()));
		}
		return Duration.ofNanos(next.since() - before.until());
	}

	private void replace(NodeJvm leader, boolean told) {
		leader.awaitEnd();
		assertTold(leader, told ? 0 : 1);
		this.standing.remove(leader);
		this.standing.add(this.nodes.startAndAwait(this.work));
	}

	/**
	 * The node that trusts its term after this method was called.
	 */
	private NodeJvm awaitLeader() {
		long now = System.nanoTime();
		Patience.await(() -> this.standing.stream().anyMatch((node) -> lastTrust(node) > now));
		return this.standing.stream().max(Comparator.comparingLong(LeaderRounds::lastTrust)).orElseThrow();
	}

	private static Noted last(NodeJvm node) {
		List<Noted> terms = node.notes(Kind.EXCLUSIVE);
		return terms.isEmpty() ? new Noted(node.number(), Kind.EXCLUSIVE, 0, 0, Long.MIN_VALUE, 0)
				: terms.get(terms.size() - 1);
	}

	private static long lastTrust(NodeJvm node) {
		return last(node).until();
	}

	private static long lastTerm(NodeJvm node) {
		return last(node).token();
	}

	private static boolean isRevoked(NodeJvm node, long term) {
		return node.notes(Kind.REVOKED).stream().anyMatch((note) -> note.token() == term);
	}

	/**
	 * End all, and compare their notifications.
	 */
	void end() {
		this.standing.forEach(NodeJvm::end);
		this.standing.forEach((node) -> assertTold(node, 0));
	}

	/**
	 * Each term that a node was notified of ends once, except those whose end it did not
	 * survive to see.
	 */
	private static void assertTold(NodeJvm node, int openTerms) {
		List<Long> granted = node.notes(Kind.GRANTED).stream().map(Noted::token).toList();
		List<Long> revoked = node.notes(Kind.REVOKED).stream().map(Noted::token).toList();
		assertThat(revoked).as("terms of process %d that were revoked, of %s", node.number(), granted)
			.hasSizeBetween(granted.size() - openTerms, granted.size())
			.isEqualTo(granted.subList(0, revoked.size()));
	}

	static String row(String store, Fault fault, List<Duration> gaps) {
		List<Long> millis = gaps.stream().map((gap) -> TimeUnit.NANOSECONDS.toMillis(gap.toNanos())).sorted().toList();
		return "%s, %s: %d rounds, without a leader for %d ms in the middle, %d ms at worst".formatted(store, fault,
				millis.size(), millis.get(millis.size() / 2), millis.get(millis.size() - 1));
	}

	/**
	 * What befalls a leader.
	 */
	enum Fault {

		KILL {

			@Override
			void begin(NodeJvm leader) {
				leader.kill();
			}

		},

		STOP {

			@Override
			void begin(NodeJvm leader) {
				leader.stop();
			}

			@Override
			void end(NodeJvm leader) {
				leader.goOn();
			}

		},

		CUT_OFF {

			@Override
			void begin(NodeJvm leader) {
				leader.cut();
			}

			@Override
			void end(NodeJvm leader) {
				leader.reconnect();
			}

		},

		TERMINATE {

			@Override
			void begin(NodeJvm leader) {
				leader.terminate();
			}

		};

		abstract void begin(NodeJvm leader);

		void end(NodeJvm leader) {
		}

		boolean isDeadly() {
			return this == KILL || this == TERMINATE;
		}

	}

}
