// SPDX-License-Identifier: Apache-2.0

package io.distlock.leader;

import java.time.Duration;

import io.distlock.leader.Candidacy.Phase;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Each rule of {@link Candidacy} by itself.
 */
class CandidacyTests {

	private static final LeaderSettings SETTINGS = LeaderSettings.defaults()
		.withLeaseTime(Duration.ofSeconds(10))
		.withStepDownPause(Duration.ofSeconds(5))
		.withMaxBackOff(Duration.ofSeconds(2))
		.withListenerTimeout(Duration.ofSeconds(1));

	private static final long NOW = 42;

	@Test
	void asksFirstOfAll() {
		assertThat(Candidacy.ENDED.started().phase()).isEqualTo(Phase.STANDING);
	}

	@Test
	void asksAgainAfterAFailureAndWaitsLongerEachTime() {
		Candidacy candidacy = Candidacy.ENDED.started();
		long previous = 0;
		for (int i = 0; i < 5; i++) {
			candidacy = candidacy.failed(NOW, SETTINGS);
			assertThat(candidacy.phase()).isEqualTo(Phase.RESTING);
			assertThat(candidacy.restUntil() - NOW).isGreaterThan(previous);
			previous = candidacy.restUntil() - NOW;
			candidacy = candidacy.rested(NOW);
			assertThat(candidacy.phase()).isEqualTo(Phase.STANDING);
		}
	}

	@Test
	void neverWaitsLongerThanTheBackOffHoweverOftenItFails() {
		Candidacy candidacy = Candidacy.ENDED.started();
		for (int i = 0; i < 1000; i++) {
			candidacy = candidacy.failed(NOW, SETTINGS);
			assertThat(candidacy.restUntil() - NOW).isPositive().isLessThanOrEqualTo(SETTINGS.maxBackOff().toNanos());
			candidacy = candidacy.rested(NOW);
		}
	}

	@Test
	void forgetsFailuresOnceARequestHasWaitedLongerThanAnyPause() {
		Candidacy asking = Candidacy.ENDED.started()
			.failed(NOW, SETTINGS)
			.rested(NOW)
			.failed(NOW, SETTINGS)
			.rested(NOW);
		long longest = SETTINGS.maxBackOff().toNanos();
		assertThat(asking.failures(NOW + longest, SETTINGS)).isEqualTo(2);
		assertThat(asking.failures(NOW + longest + 1, SETTINGS)).isZero();
		Candidacy failed = asking.failed(NOW + longest + 1, SETTINGS);
		assertThat(failed.failures(NOW + 3 * longest, SETTINGS)).isEqualTo(3);
	}

	@Test
	void revokesOnceWhateverElseEndsTheTerm() {
		Candidacy revoked = Candidacy.ENDED.started().granted(NOW).revoked(RevocationReason.STEPPED_DOWN);
		assertThat(revoked.phase()).isEqualTo(Phase.REVOKING);
		assertThat(revoked.revoked(RevocationReason.LOST)).isEqualTo(revoked);
		assertThat(revoked.withdrawn().reason()).isEqualTo(RevocationReason.STEPPED_DOWN);
		Candidacy notified = revoked.notified();
		assertThat(notified.phase()).isEqualTo(Phase.RELEASING);
		assertThat(notified.revoked(RevocationReason.LOST)).isEqualTo(notified);
		assertThatIllegalStateException().isThrownBy(notified::notified);
	}

	@Test
	void tellsBeforeItReleases() {
		Candidacy withdrawn = Candidacy.ENDED.started().granted(NOW).withdrawn();
		assertThat(withdrawn.phase()).isEqualTo(Phase.REVOKING);
		assertThat(withdrawn.reason()).isEqualTo(RevocationReason.CLOSED);
		assertThatIllegalStateException().isThrownBy(() -> withdrawn.released(NOW, SETTINGS));
		assertThat(withdrawn.notified().released(NOW, SETTINGS).phase()).isEqualTo(Phase.ENDED);
	}

	@Test
	void staysOutForAWhileAfterItSteppedDown() {
		Candidacy rests = Candidacy.ENDED.started()
			.granted(NOW)
			.revoked(RevocationReason.STEPPED_DOWN)
			.notified()
			.released(NOW, SETTINGS);
		assertThat(rests.phase()).isEqualTo(Phase.RESTING);
		assertThat(rests.restUntil() - NOW).isEqualTo(SETTINGS.stepDownPause().toNanos());
	}

	@Test
	void letsAnotherNodeLeadIfAListenerFails() {
		Candidacy rests = Candidacy.ENDED.started()
			.granted(NOW)
			.revoked(RevocationReason.LISTENER_FAILED)
			.notified()
			.released(NOW, SETTINGS);
		assertThat(rests.restUntil() - NOW).isEqualTo(SETTINGS.stepDownPause().toNanos());
		assertThat(rests.failures()).isEqualTo(1);
	}

	@Test
	void restsLongerAfterEachTermThatIsLostSoon() {
		Candidacy candidacy = Candidacy.ENDED.started();
		for (int i = 0; i < 3; i++) {
			Candidacy rests = candidacy.granted(NOW).revoked(RevocationReason.LOST).notified().released(NOW, SETTINGS);
			assertThat(rests.restUntil() - NOW).isEqualTo(Duration.ofMillis(100L << i).toNanos());
			assertThat(rests.failures()).isEqualTo(i + 1);
			candidacy = rests.rested(NOW);
		}
	}

	@Test
	void eventOfAnotherPhaseIsRefused() {
		Candidacy standing = Candidacy.ENDED.started();
		Candidacy leading = standing.granted(NOW);
		assertThatIllegalStateException().isThrownBy(() -> leading.granted(NOW));
		assertThatIllegalStateException().isThrownBy(() -> leading.failed(NOW, SETTINGS));
		assertThatIllegalStateException().isThrownBy(leading::notified);
		assertThatIllegalStateException().isThrownBy(() -> leading.released(NOW, SETTINGS));
		assertThatIllegalStateException().isThrownBy(() -> standing.rested(NOW))
			.withMessage("A candidacy is in phase STANDING, not RESTING");
	}

	@Test
	void asksSoonAgainAfterALongTermIsLost() {
		Candidacy candidacy = Candidacy.ENDED.started();
		for (int i = 0; i < 10; i++) {
			candidacy = candidacy.failed(NOW, SETTINGS).rested(NOW);
		}
		long later = NOW + SETTINGS.maxBackOff().toNanos() + 1;
		Candidacy rests = candidacy.granted(NOW).revoked(RevocationReason.LOST).notified().released(later, SETTINGS);
		assertThat(rests.restUntil() - later).isLessThanOrEqualTo(Duration.ofMillis(100).toNanos());
	}

	@Test
	void releasesARoleThatComesTooLateAndTellsNoListener() {
		Candidacy late = Candidacy.ENDED.started().withdrawn().granted(NOW);
		assertThat(late.phase()).isEqualTo(Phase.RELEASING);
		assertThat(late.released(NOW, SETTINGS).phase()).isEqualTo(Phase.ENDED);
	}

	@Test
	void endsOnlyWhenAsked() {
		assertThat(Candidacy.ENDED.started().stopped().phase()).isEqualTo(Phase.STANDING);
		assertThat(Candidacy.ENDED.started().withdrawn().stopped().phase()).isEqualTo(Phase.ENDED);
		assertThat(Candidacy.ENDED.started().withdrawn().failed(NOW, SETTINGS).phase()).isEqualTo(Phase.ENDED);
		assertThat(Candidacy.ENDED.started().failed(NOW, SETTINGS).withdrawn().phase()).isEqualTo(Phase.ENDED);
	}

	@Test
	void standsAgainAfterWhatIsLeftOfItsTerm() {
		assertThat(Candidacy.ENDED.started().withdrawn().started().stopped().phase()).isEqualTo(Phase.STANDING);
		assertThat(Candidacy.ENDED.started().withdrawn().stopped().started()).isEqualTo(Candidacy.ENDED.started());
		Candidacy revoking = Candidacy.ENDED.started().granted(NOW).withdrawn().started();
		assertThat(revoking.phase()).isEqualTo(Phase.REVOKING);
		assertThat(revoking.notified().released(NOW, SETTINGS).phase()).isEqualTo(Phase.RESTING);
		Candidacy releasing = Candidacy.ENDED.started().granted(NOW).withdrawn().notified().started();
		assertThat(releasing.released(NOW, SETTINGS).phase()).isEqualTo(Phase.RESTING);
	}

}
