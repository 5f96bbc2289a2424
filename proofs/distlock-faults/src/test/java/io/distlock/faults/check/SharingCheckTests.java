// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.List;
import java.util.function.UnaryOperator;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.Events;
import io.distlock.faults.history.Violation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SharingCheckTests {

	private static final UnaryOperator<Event> ALONE = UnaryOperator.identity();

	private static final UnaryOperator<Event> SHARED = (acquire) -> acquire.with(Detail.MODE, Detail.SHARED);

	private final Story story = new Story();

	@Test
	void readersTogetherAndAWriterAfterThemKeepIt() {
		hold("n1", 1, 0, 20, SHARED);
		hold("n2", 1, 5, 30, SHARED);
		hold("n3", 1, 31, 40, ALONE);
		assertThat(violations()).isEmpty();
	}

	@Test
	void writerBesideAReaderBreaksIt() {
		hold("n1", 1, 0, 100, SHARED);
		hold("n2", 1, 5, 10, SHARED);
		hold("n3", 1, 20, 30, ALONE);
		assertThat(violations()).singleElement().asString().contains("beside one who had it alone");
	}

	@Test
	void readerBesideAWriterBreaksIt() {
		hold("n1", 1, 0, 100, ALONE);
		hold("n2", 1, 20, 30, SHARED);
		assertThat(violations()).hasSize(1);
	}

	@Test
	void asManyPermitsAsThereAreKeepIt() {
		hold("n1", 1, 0, 20, permits(2));
		hold("n2", 1, 5, 30, permits(2));
		hold("n3", 1, 21, 40, permits(2));
		assertThat(violations()).isEmpty();
	}

	@Test
	void onePermitMoreBreaksIt() {
		hold("n1", 1, 0, 20, permits(2));
		hold("n2", 1, 5, 30, permits(2));
		hold("n3", 1, 15, 40, permits(1));
		assertThat(violations()).singleElement()
			.asString()
			.contains("3 permits of 'k' were trusted at one time, and there are 2");
	}

	private static UnaryOperator<Event> permits(int permits) {
		return (acquire) -> acquire.with(Detail.MODE, Detail.PERMIT).with(Detail.PERMITS, permits);
	}

	/**
	 * A hold that is trusted to its end.
	 */
	private void hold(String node, long op, long from, long to, UnaryOperator<Event> mode) {
		this.story.event(node, from, mode.apply(Events.acquire("k", op, 0)))
			.event(node, from + 1, Events.granted("k", op, 7, 100, false))
			.step(EventType.TRUSTED, node, op, 7, to);
	}

	private List<Violation> violations() {
		return new SharingCheck().check(this.story.history());
	}

}
