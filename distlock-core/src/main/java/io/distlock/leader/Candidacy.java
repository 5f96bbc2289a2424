// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The rules of a candidacy: what a node does next, as a function of what happened. Knows
 * no thread, no clock and no store; times are those of any monotonic clock, in
 * nanoseconds.
 * <p>
 * A candidacy asks, leads, announces the end, releases, rests, and asks again. Each term
 * that begins leads through {@link Phase#REVOKING} exactly once. Nothing but
 * {@link #withdrawn()} leads to {@link Phase#ENDED}, and nothing but {@link #started()}
 * leads away from it.
 * <p>
 * See the page 'leader' of the reference.
 *
 * @param phase what to do now
 * @param wanted whether the node is to stand for the role at all
 * @param reason why the last term ended, {@code null} before that
 * @param since when the term began, or asking again after a pause
 * @param failures how many failures there were in a row
 * @param restUntil when to ask again
 */
record Candidacy(Phase phase, boolean wanted, @Nullable RevocationReason reason, long since, int failures,
		long restUntil) {

	static final Candidacy ENDED = new Candidacy(Phase.ENDED, false, null, 0, 0, 0);

	private static final long FIRST_BACK_OFF = Duration.ofMillis(100).toNanos();

	private static final int MAX_DOUBLINGS = 20;

	enum Phase {

		STANDING, LEADING, REVOKING, RELEASING, RESTING, ENDED

	}

	/**
	 * The node is to stand for the role. A candidacy that was withdrawn and has not ended
	 * goes through what is left of its term first.
	 */
	Candidacy started() {
		return (this.phase == Phase.ENDED) ? new Candidacy(Phase.STANDING, true, null, 0, 0, 0)
				: with(this.phase, true);
	}

	/**
	 * The store has given the role to this node, which may not want it any more.
	 */
	Candidacy granted(long now) {
		require(Phase.STANDING);
		return this.wanted ? new Candidacy(Phase.LEADING, true, null, now, this.failures, 0)
				: new Candidacy(Phase.RELEASING, false, RevocationReason.CLOSED, now, this.failures, 0);
	}

	/**
	 * Asking for the role has failed.
	 */
	Candidacy failed(long now, LeaderSettings settings) {
		require(Phase.STANDING);
		return rest(now + backOff(this.failures, settings), this.failures + 1);
	}

	/**
	 * Return how many failures there were in a row. They are over when asking for the
	 * role, or leading it, has lasted longer than any pause.
	 */
	int failures(long now, LeaderSettings settings) {
		boolean over = this.phase != Phase.RESTING && now - this.since > settings.maxBackOff().toNanos();
		return over ? 0 : this.failures;
	}

	/**
	 * The term ends, if it has not ended already.
	 */
	Candidacy revoked(RevocationReason why) {
		return (this.phase == Phase.LEADING)
				? new Candidacy(Phase.REVOKING, this.wanted, why, this.since, this.failures, 0) : this;
	}

	/**
	 * Listeners know that the term has ended, or have had the time to.
	 */
	Candidacy notified() {
		require(Phase.REVOKING);
		return with(Phase.RELEASING, this.wanted);
	}

	/**
	 * The role is given back, or that has failed, and its lease ends it.
	 */
	Candidacy released(long now, LeaderSettings settings) {
		require(Phase.RELEASING);
		if (this.reason == RevocationReason.STEPPED_DOWN) {
			return rest(now + settings.stepDownPause().toNanos(), 0);
		}
		int before = failures(now, settings);
		long pause = backOff(before, settings);
		return (this.reason == RevocationReason.LISTENER_FAILED)
				? rest(now + Math.max(pause, settings.stepDownPause().toNanos()), before + 1)
				: rest(now + pause, before + 1);
	}

	/**
	 * The pause is over.
	 */
	Candidacy rested(long now) {
		require(Phase.RESTING);
		return new Candidacy(Phase.STANDING, true, null, now, this.failures, 0);
	}

	/**
	 * The node is to stand for the role no more.
	 */
	Candidacy withdrawn() {
		return switch (this.phase) {
			case STANDING, REVOKING, RELEASING -> with(this.phase, false);
			case LEADING -> revoked(RevocationReason.CLOSED).withdrawn();
			case RESTING, ENDED -> ENDED;
		};
	}

	/**
	 * Asking has stopped without an answer, because the node is not to ask any more.
	 */
	Candidacy stopped() {
		return (this.phase == Phase.STANDING && !this.wanted) ? ENDED : this;
	}

	private Candidacy with(Phase phase, boolean wanted) {
		return new Candidacy(phase, wanted, this.reason, this.since, this.failures, this.restUntil);
	}

	private Candidacy rest(long until, int failed) {
		return this.wanted ? new Candidacy(Phase.RESTING, true, this.reason, 0, failed, until) : ENDED;
	}

	private static long backOff(int failures, LeaderSettings settings) {
		long pause = FIRST_BACK_OFF << Math.min(failures, MAX_DOUBLINGS);
		return Math.min(pause, settings.maxBackOff().toNanos());
	}

	private void require(Phase expected) {
		if (this.phase != expected) {
			throw new IllegalStateException("A candidacy is in phase %s, not %s".formatted(this.phase, expected));
		}
	}

}
