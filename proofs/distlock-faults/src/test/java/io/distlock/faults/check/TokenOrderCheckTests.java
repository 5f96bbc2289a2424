// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import io.distlock.faults.history.Events;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TokenOrderCheckTests {

	@Test
	void tokensThatRiseKeepIt() {
		assertThat(new Story().hold("n1", 1, 7, 0, 10).hold("n2", 1, 9, 20, 30).broken()).isEmpty();
	}

	@Test
	void twoGrantsWithOneTokenBreakIt() {
		Story story = new Story().hold("n1", 1, 7, 0, 10).hold("n2", 1, 7, 20, 30);
		assertThat(story.broken()).containsExactly("C1", "C4");
		assertThat(new TokenOrderCheck().check(story.history())).singleElement()
			.asString()
			.contains("two grants of 'k' have token 7", "n1/w granted k op=1 token=7", "n2/w granted k op=1 token=7");
	}

	@Test
	void grantThatWasAskedForLaterWithASmallerTokenBreaksIt() {
		Story story = new Story().hold("n1", 1, 8, 0, 10).hold("n2", 1, 7, 20, 30);
		assertThat(story.broken()).containsExactly("C1", "C4");
	}

	@Test
	void grantThatWasAskedForEarlierMayHaveAnyOtherToken() {
		Story story = new Story().grant("n1", 1, 8, 0, 20)
			.released("n1", 1, 8, 21, 22, true)
			.grant("n2", 1, 7, 5, 25)
			.released("n2", 1, 7, 26, 27, false)
			.fault("delay", "", 0, 1);
		assertThat(new TokenOrderCheck().check(story.history())).isEmpty();
	}

	@Test
	void leaseThatIsHandedOnAfterItWasForgottenGoesOnWithItsTokens() {
		Story story = new Story().hold("n1", 1, 7, 0, 10).hold("n2", 1, 9, 5, 15).hold("n1", 2, 8, 20, 30);
		assertThat(new TokenOrderCheck().check(story.history())).hasSize(1);
		assertThat(TokenOrderCheck.ofLeases().check(story.history())).isEmpty();
	}

	@Test
	void otherNodeOrLaterLeaseDoesNotGoOnWithThem() {
		Story other = new Story().hold("n1", 1, 7, 0, 10).hold("n2", 1, 9, 5, 15).hold("n3", 1, 8, 20, 30);
		assertThat(TokenOrderCheck.ofLeases().check(other.history())).hasSize(1);
		Story later = new Story().hold("n2", 1, 9, 5, 15).hold("n1", 1, 7, 20, 30).hold("n1", 2, 8, 40, 50);
		assertThat(TokenOrderCheck.ofLeases().check(later.history())).hasSize(2);
	}

	@Test
	void otherKeysHaveOtherTokens() {
		Story story = new Story().hold("n1", 1, 7, 0, 10)
			.event("n2", 20, Events.acquire("other", 1, 0))
			.event("n2", 21, Events.granted("other", 1, 7, 0, false));
		assertThat(story.broken()).isEmpty();
	}

}
