// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * State machine of a candidacy: computes the next step of a node from an event.
 * Independent of threads, clocks and stores; times are nanoseconds of any monotonic
 * clock.
 * <p>
 * A candidacy requests the role, leads, announces the end, releases the role, rests, and
 * requests again. Each term passes through {@link Phase#REVOKING} exactly once. Only
 * {@link #withdrawn()} leads to {@link Phase#ENDED}, and only {@link #started()} leads
 * out of that phase.
 * <p>
 * See the page 'leader' of the reference.
 *
 * @param phase the current phase
 * @param wanted whether the node should be a candidate
 * @param reason the reason for the end of the last term, {@code null} before
 * @param since the start of the term, or of the request after a pause
 * @param failures the number of consecutive failures
 * @param restUntil the time of the next request
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
	 * The node becomes a candidate. A withdrawn candidacy that has not ended first
	 * completes the remaining phases of its term.
	 */
	Candidacy started() {
		return (this.phase == Phase.ENDED) ? new Candidacy(Phase.STANDING, true, null, 0, 0, 0)
				: with(this.phase, true);
	}

	/**
	 * The store granted the role, possibly after the candidacy was withdrawn.
	 */
	Candidacy granted(long now) {
		require(Phase.STANDING);
		return this.wanted ? new Candidacy(Phase.LEADING, true, null, now, this.failures, 0)
				: new Candidacy(Phase.RELEASING, false, RevocationReason.CLOSED, now, this.failures, 0);
	}

	/**
	 * A request for the role failed.
	 */
	Candidacy failed(long now, LeaderSettings settings) {
		require(Phase.STANDING);
		return rest(now + backOff(this.failures, settings), this.failures + 1);
	}

	/**
	 * Return the number of consecutive failures. The count is reset once a request or a
	 * term has lasted longer than the maximum back-off.
	 */
	int failures(long now, LeaderSettings settings) {
		boolean over = this.phase != Phase.RESTING && now - this.since > settings.maxBackOff().toNanos();
		return over ? 0 : this.failures;
	}

	/**
	 * The term ends, unless already ended.
	 */
	Candidacy revoked(RevocationReason why) {
		return (this.phase == Phase.LEADING)
				? new Candidacy(Phase.REVOKING, this.wanted, why, this.since, this.failures, 0) : this;
	}

	/**
	 * Listeners have handled the end of the term, or their timeout has elapsed.
	 */
	Candidacy notified() {
		require(Phase.REVOKING);
		return with(Phase.RELEASING, this.wanted);
	}

	/**
	 * The role was released, or the release failed and the lease will expire.
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
	 * The pause has elapsed.
	 */
	Candidacy rested(long now) {
		require(Phase.RESTING);
		return new Candidacy(Phase.STANDING, true, null, now, this.failures, 0);
	}

	/**
	 * The candidacy was withdrawn.
	 */
	Candidacy withdrawn() {
		return switch (this.phase) {
			case STANDING, REVOKING, RELEASING -> with(this.phase, false);
			case LEADING -> revoked(RevocationReason.CLOSED).withdrawn();
			case RESTING, ENDED -> ENDED;
		};
	}

	/**
	 * A request ended without a result, because the candidacy was withdrawn.
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
