// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.register;

import java.io.IOException;
import java.nio.file.Path;

import io.distlock.faults.history.Detail;
import io.distlock.faults.history.Event;
import io.distlock.faults.history.EventLog;
import io.distlock.faults.history.EventType;
import io.distlock.faults.history.History;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * {@link GuardedRegister} over TCP.
 */
class RegisterTests {

	private final GuardedRegister register = new GuardedRegister();

	private final RegisterServer server = new RegisterServer(this.register);

	private RegisterClient client;

	@TempDir
	private Path folder;

	@BeforeEach
	void connect() throws IOException {
		this.client = new RegisterClient("n1", this.server.port());
	}

	@AfterEach
	void close() throws IOException {
		this.client.close();
		this.server.close();
	}

	@Test
	void sameHolderReadsAndWrites() throws IOException {
		assertThat(this.client.read("k", 1, 10)).hasValue(0);
		assertThat(this.client.write("k", 1, 10, 5)).isTrue();
		assertThat(this.client.read("k", 1, 10)).hasValue(5);
		assertThat(this.register.writes("k")).isEqualTo(1);
	}

	@Test
	void readOfALaterHolderShutsOutTheWriteOfAnEarlierOne() throws IOException {
		this.client.read("k", 1, 10);
		this.client.read("k", 2, 11);
		assertThat(this.client.write("k", 1, 10, 1)).isFalse();
		assertThat(this.client.read("k", 1, 10)).isEmpty();
		assertThat(this.register.writes("k")).isZero();
		assertThat(this.client.write("other", 1, 10, 1)).isTrue();
	}

	@Test
	void attemptsAreWrittenDownInTheOrderOfTheRegister() throws IOException {
		try (EventLog log = EventLog.open(this.folder, "register")) {
			this.register.record(log);
			this.client.write("k", 2, 11, 1);
			this.client.write("k", 1, 10, 2);
		}
		assertThat(History.read(this.folder).events(EventType.REGISTER))
			.extracting(Event::node, Event::op, (event) -> event.number(Detail.SEQ),
					(event) -> event.is(Detail.ACCEPTED), (event) -> event.number(Detail.VALUE))
			.containsExactly(tuple("n1", 2L, 1L, true, 1L), tuple("n1", 1L, 2L, false, 1L));
	}

}
