// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class EventLogTests {

	@TempDir
	Path directory;

	@Test
	void readsBackWhatSeveralProcessesWroteInTheOrderOfTime() throws IOException {
		Event acquire = Events.acquire("orders:42", 1, 5_000).at(10).by("n1", "w1");
		Event granted = Events.granted("orders:42", 1, 7, 99, false).at(30).by("n1", "w1");
		Event fault = Events.fault(Detail.KILL, Detail.BEGIN, "n2", "kill -9").at(20).by("parent", "main");
		Event register = Events.register("orders:42", 1, 7, 3, Detail.WRITE, true, 12).at(40).by("n1", "w1");
		append("n1", acquire, granted);
		append("parent", fault, register);
		assertThat(History.read(this.directory).events()).map(Event::toString)
			.containsExactly(acquire.toString(), fault.toString(), granted.toString(), register.toString());
	}

	@Test
	void signsWithItsNodeAndTheThread() throws IOException {
		append("n1", Events.holder(EventType.RELEASE_FAILED, "k", 1, 7));
		Event event = History.read(this.directory).events().get(0);
		assertThat(event.node()).isEqualTo("n1");
		assertThat(event.thread()).isEqualTo(Thread.currentThread().getName());
	}

	@Test
	void leavesOutALineThatAKilledProcessDidNotFinish() throws IOException {
		append("n1", Events.leak("keys", 0));
		Files.writeString(this.directory.resolve("n1.0.jsonl"), "{\"at\":12,\"no", StandardOpenOption.APPEND);
		assertThat(History.read(this.directory).events()).hasSize(1);
	}

	@Test
	void refusesACompleteLineThatIsNoEvent() throws IOException {
		Files.writeString(this.directory.resolve("n1.0.jsonl"), "nonsense\n");
		assertThatIOException().isThrownBy(() -> History.read(this.directory)).withMessageContaining("n1.0.jsonl");
	}

	@Test
	void nodeThatStartsAgainNumbersItsAttemptsAnew() throws IOException {
		try (EventLog first = EventLog.open(this.directory, "n1");
				EventLog second = EventLog.open(this.directory, "n1")) {
			assertThat(first.nextOp()).isEqualTo(1);
			assertThat(second.nextOp()).isEqualTo(1_000_001);
		}
	}

	private void append(String node, Event... events) throws IOException {
		try (EventLog log = EventLog.open(this.directory, node)) {
			for (Event event : events) {
				log.append(event);
			}
		}
	}

}
