// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.distlock.leader.Candidacy.Phase;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Some nodes that stand for one role, a store that fails, and a clock that jumps as a JVM
 * does that pauses. The store alone decides; a node counts its lease from before it
 * asked.
 * <p>
 * See the page 'leader' of the reference.
 */
final class ElectionModel {

	private static final LeaderSettings SETTINGS = LeaderSettings.defaults()
		.withLeaseTime(Duration.ofSeconds(10))
		.withStepDownPause(Duration.ofSeconds(4))
		.withMaxBackOff(Duration.ofSeconds(3))
		.withListenerTimeout(Duration.ofSeconds(2));

	private static final long MILLIS = 1_000_000;

	private static final long SHORTER = Duration.ofSeconds(8).toNanos();

	/**
	 * What other libraries have got wrong, and what the model must find.
	 */
	enum Mistake {

		NONE(""),

		/**
		 * The end of a term is known from the store only.
		 */
		WAITS_FOR_A_WATCH("lead"),

		/**
		 * The lease that a reader is configured to decides.
		 */
		READS_ITS_OWN_LEASE("lead"),

		/**
		 * A release that fails is not told.
		 */
		TELLS_AFTER_THE_RELEASE("in turns"),

		/**
		 * Two ways lead to the end of a term, and both tell of it.
		 */
		TELLS_TWICE("each term ends once"),

		/**
		 * A failure ends the candidacy.
		 */
		GIVES_UP("some node leads");

		final String shows;

		Mistake(String shows) {
			this.shows = shows;
		}

	}

	private final Mistake mistake;

	private final Random random;

	private final long end;

	private final List<Node> nodes = new ArrayList<>();

	private long now;

	/**
	 * What the store knows: the owner, the end of its lease, and the last token.
	 */
	private int owner = -1;

	private long leaseEnds;

	private long token;

	private long lastGranted;

	private boolean calm;

	ElectionModel(long seed, Duration length, Mistake mistake) {
		this.mistake = mistake;
		this.random = new Random(seed);
		this.end = length.toNanos();
		int size = 2 + this.random.nextInt(4);
		for (int i = 0; i < size; i++) {
			this.nodes.add(new Node(i));
		}
	}

	void run() {
		while (this.now < this.end) {
			step();
		}
		this.calm = true;
		Node candidate = this.nodes.stream().filter((node) -> node.candidacy.wanted()).findFirst().orElse(null);
		assertThat(candidate == null || settles()).as("some node leads when all is calm").isTrue();
		this.nodes.forEach(Node::withdraw);
		for (int i = 0; i < 10_000; i++) {
			step();
		}
		assertThat(this.nodes).allSatisfy((node) -> {
			assertThat(node.candidacy.phase()).isEqualTo(Phase.ENDED);
			assertThat(node.granted).isEqualTo(node.revoked);
		});
	}

	private boolean settles() {
		long latest = this.now + Duration.ofMinutes(1).toNanos();
		while (this.now < latest) {
			step();
			if (this.nodes.stream().anyMatch(Node::believes)) {
				return true;
			}
		}
		return false;
	}

	private void step() {
		this.now += (1 + this.random.nextInt(200)) * MILLIS;
		Node node = this.nodes.get(this.random.nextInt(this.nodes.size()));
		if (this.now >= node.pausedUntil && !node.givenUp) {
			node.act();
		}
		assertThat(this.nodes.stream().filter(Node::believes)).as("nodes that believe that they lead")
			.hasSizeLessThanOrEqualTo(1);
	}

	private boolean makes(Mistake wanted) {
		return this.mistake == wanted;
	}

	private boolean happens(int percent) {
		return !this.calm && this.random.nextInt(100) < percent;
	}

	/**
	 * One node, as the election drives its candidacy.
	 */
	private final class Node {

		private final int id;

		private Candidacy candidacy = Candidacy.ENDED.started();

		private long believesUntil;

		private long pausedUntil;

		private long tellingUntil;

		private boolean ended;

		private boolean givenUp;

		private int granted;

		private int revoked;

		Node(int id) {
			this.id = id;
		}

		boolean believes() {
			return this.candidacy.phase() == Phase.LEADING && !this.ended
					&& (ElectionModel.this.now < this.believesUntil || makes(Mistake.WAITS_FOR_A_WATCH));
		}

		void withdraw() {
			this.candidacy = this.candidacy.withdrawn();
		}

		void act() {
			disturb();
			switch (this.candidacy.phase()) {
				case STANDING -> stand();
				case LEADING -> lead();
				case REVOKING -> revoke();
				case RELEASING -> release();
				case RESTING -> rest();
				case ENDED -> assertThat(this.candidacy.wanted()).isFalse();
			}
		}

		private void disturb() {
			if (happens(2)) {
				this.pausedUntil = ElectionModel.this.now + ElectionModel.this.random.nextInt(20_000) * MILLIS;
			}
			if (happens(1) && believes()) {
				end(RevocationReason.STEPPED_DOWN);
			}
			if (happens(1) && ElectionModel.this.random.nextInt(20) == 0) {
				withdraw();
			}
			if (happens(1) && !this.candidacy.wanted()) {
				this.candidacy = this.candidacy.started();
			}
		}

		private void stand() {
			if (!this.candidacy.wanted()) {
				this.candidacy = this.candidacy.stopped();
				return;
			}
			long asked = ElectionModel.this.now;
			if (happens(10)) {
				this.candidacy = this.candidacy.failed(asked, SETTINGS);
				this.givenUp = makes(Mistake.GIVES_UP);
				return;
			}
			boolean free = ElectionModel.this.owner < 0 || ElectionModel.this.owner == this.id
					|| ElectionModel.this.leaseEnds <= asked
					|| (makes(Mistake.READS_ITS_OWN_LEASE) && ElectionModel.this.leaseEnds - SHORTER <= asked);
			if (!free) {
				return;
			}
			take(asked);
			if (happens(10)) {
				// The answer is lost, and the store keeps the role for this node.
				this.candidacy = this.candidacy.failed(asked, SETTINGS);
				return;
			}
			grant(asked);
		}

		private void take(long asked) {
			ElectionModel.this.owner = this.id;
			ElectionModel.this.leaseEnds = asked + SETTINGS.leaseTime().toNanos();
			ElectionModel.this.token++;
		}

		private void grant(long asked) {
			this.candidacy = this.candidacy.granted(asked);
			this.believesUntil = asked + SETTINGS.leaseTime().toNanos();
			this.ended = false;
			assertThat(this.candidacy.phase()).isEqualTo(Phase.LEADING);
			assertThat(ElectionModel.this.token).as("terms rise").isGreaterThan(ElectionModel.this.lastGranted);
			ElectionModel.this.lastGranted = ElectionModel.this.token;
			this.granted++;
			assertThat(this.granted).as("granted and revoked in turns").isEqualTo(this.revoked + 1);
			if (happens(5)) {
				end(RevocationReason.LISTENER_FAILED);
			}
		}

		private void lead() {
			if (!believes()) {
				this.candidacy = this.candidacy.revoked(RevocationReason.LOST);
				return;
			}
			boolean mine = ElectionModel.this.owner == this.id;
			assertThat(mine).as("who believes to lead has the lease").isTrue();
			if (!happens(20)) {
				this.believesUntil = ElectionModel.this.now + SETTINGS.leaseTime().toNanos();
				ElectionModel.this.leaseEnds = this.believesUntil;
			}
		}

		private void end(RevocationReason reason) {
			this.ended = true;
			this.candidacy = this.candidacy.revoked(reason);
			this.candidacy = this.candidacy.revoked(RevocationReason.LOST);
		}

		private void revoke() {
			assertThat(believes()).as("a node that is notified of the end leads no more").isFalse();
			this.revoked += makes(Mistake.TELLS_TWICE) ? 2 : 1;
			if (makes(Mistake.TELLS_AFTER_THE_RELEASE) && happens(20)) {
				this.revoked--;
				this.candidacy = this.candidacy.notified();
				return;
			}
			assertThat(this.revoked).as("each term ends once").isEqualTo(this.granted);
			if (happens(20)) {
				this.tellingUntil = ElectionModel.this.now + ElectionModel.this.random.nextInt(60_000) * MILLIS;
			}
			this.candidacy = this.candidacy.notified();
		}

		private void release() {
			if (!happens(20) && ElectionModel.this.owner == this.id) {
				ElectionModel.this.owner = -1;
			}
			this.candidacy = this.candidacy.released(ElectionModel.this.now, SETTINGS);
		}

		private void rest() {
			long now = ElectionModel.this.now;
			if (now >= this.candidacy.restUntil() && now >= this.tellingUntil) {
				this.candidacy = this.candidacy.rested(now);
			}
		}

	}

}
