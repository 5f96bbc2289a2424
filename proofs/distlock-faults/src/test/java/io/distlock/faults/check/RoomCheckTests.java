// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.time.Duration;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RoomCheckTests {

	/**
	 * Longest pause of 500 ms, a second, and an allowance of 100 ms.
	 */
	private static final RoomCheck CHECK = new RoomCheck(Duration.ofMillis(200), Duration.ofMillis(500),
			Duration.ofMillis(100));

	@Test
	void oneWhoWaitsWhileAllPermitsAreTakenKeepsIt() {
		Story story = permit(permit(new Story(), "n1", 1, 0, 3000), "n2", 2, 5, 3000);
		assertThat(broken(refused(story, "n3", 3, 10, 2900))).isFalse();
	}

	@Test
	void oneWhoWaitsWhileAPermitIsLeftBreaksIt() {
		Story story = permit(permit(new Story(), "n1", 1, 0, 3000), "n2", 2, 5, 1000);
		assertThat(broken(refused(story, "n3", 3, 10, 2500))).isFalse();
		story = permit(permit(new Story(), "n1", 1, 0, 3000), "n2", 2, 5, 1000);
		assertThat(broken(refused(story, "n3", 3, 10, 2700))).isTrue();
	}

	@Test
	void permitThatIsTakenAgainAndAgainIsNotLeftForLong() {
		Story story = permit(permit(permit(new Story(), "n1", 1, 0, 3000), "n2", 2, 5, 1000), "n2", 4, 2000, 2100);
		assertThat(broken(refused(story, "n3", 3, 10, 2700))).isFalse();
	}

	@Test
	void fewestPermitsCountThatAnyNodeKnowsOf() {
		Story story = permit(permit(new Story(), "n1", 1, 0, 3000), "n2", 2, 5, 3000);
		assertThat(broken(story.event("n3", 10, asking(3, 3, Detail.PERMIT)).ended(EventType.BUSY, "n3", 3, 2700)))
			.isFalse();
	}

	@Test
	void readerThatWaitsForReadersOnlyBreaksIt() {
		assertThat(broken(readers(2000))).isTrue();
	}

	@Test
	void readerWaitsForOneWhoHasItAlone() {
		assertThat(broken(new Story().hold("n1", 1, 7, 0, 3000)
			.event("n3", 10, asking(3, 0, Detail.SHARED))
			.ended(EventType.BUSY, "n3", 3, 2900))).isFalse();
	}

	@Test
	void readerWaitsForOneWhoWaitsToHaveItAlone() {
		assertThat(broken(readers(2000).acquire("n2", 2, 15).ended(EventType.BUSY, "n2", 2, 1000))).isFalse();
		assertThat(broken(readers(2700).acquire("n2", 2, 15).ended(EventType.BUSY, "n2", 2, 1000))).isTrue();
	}

	@Test
	void whatTheMachineHadNoTimeForDoesNotCount() {
		assertThat(broken(readers(2000).stall("n9", 1500, 500))).isFalse();
		assertThat(broken(readers(2000).stall("n9", 1500, 300))).isTrue();
	}

	@Test
	void timeIsCountedAfterTheFaultAndWhatItLeavesBehind() {
		assertThat(broken(readers(2000).fault("cut", null, 0, 300))).isFalse();
		assertThat(broken(readers(2200).fault("cut", null, 0, 300))).isTrue();
	}

	/**
	 * One reader while another one waits in vain.
	 */
	private static Story readers(long until) {
		return shared(new Story(), "n1", 1, 0, 3000).event("n3", 10, asking(3, 0, Detail.SHARED))
			.ended(EventType.BUSY, "n3", 3, until);
	}

	private static Story refused(Story story, String node, long op, long from, long to) {
		return story.event(node, from, asking(op, 2, Detail.PERMIT)).ended(EventType.BUSY, node, op, to);
	}

	private static Story permit(Story story, String node, long op, long from, long to) {
		return held(story.event(node, from, asking(op, 2, Detail.PERMIT)), node, op, from, to);
	}

	private static Story shared(Story story, String node, long op, long from, long to) {
		return held(story.event(node, from, asking(op, 0, Detail.SHARED)), node, op, from, to);
	}

	private static Story held(Story story, String node, long op, long from, long to) {
		return story.event(node, from + 1, Events.granted("k", op, op, 1, false))
			.released(node, op, op, to, to + 1, true);
	}

	private static Event asking(long op, int permits, String mode) {
		Event acquire = Events.acquire("k", op, 0).with(Detail.MODE, mode);
		return (permits > 0) ? acquire.with(Detail.PERMITS, permits) : acquire;
	}

	private static boolean broken(Story story) {
		return !CHECK.check(story.history()).isEmpty();
	}

}
