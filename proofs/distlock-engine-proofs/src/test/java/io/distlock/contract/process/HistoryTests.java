// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a {@link History} finds in what processes noted.
 */
class HistoryTests {

	@Test
	void holdsThatMeetAreTrustedAtOnce() {
		assertThat(history(permit(10, 20), permit(15, 30), permit(20, 25)).most()).isEqualTo(3);
		assertThat(history(permit(10, 20), permit(21, 30)).most()).isEqualTo(1);
	}

	@Test
	void holdThatLastsLongIsTrustedBesideAllThatFollow() {
		assertThat(history(permit(10, 100), permit(20, 30), permit(40, 50)).together()).extracting(List::size)
			.containsExactly(1, 2, 2);
	}

	@Test
	void moreThanThePermitsAreFoundWhenTheyAreFewer() {
		History history = history(permit(10, 100), permit(20, 100), permit(50, 100));
		assertThat(history.tooMany((time) -> 3)).isEmpty();
		assertThat(history.tooMany((time) -> (time < 20) ? 2 : 1)).hasSize(2);
		assertThat(history.tooMany((time) -> (time < 50) ? 2 : 3)).isEmpty();
	}

	@Test
	void writerBesideAReaderIsFoundWhicheverCameFirst() {
		assertThat(history(write(10, 20), read(15, 30)).besideExclusive()).hasSize(1);
		assertThat(history(read(10, 20), write(15, 30)).besideExclusive()).hasSize(1);
		assertThat(history(write(10, 20), write(15, 16)).besideExclusive()).hasSize(1);
		assertThat(history(read(10, 20), read(15, 30), write(31, 40)).besideExclusive()).isEmpty();
	}

	@Test
	void readsThatBeginWhileAWriterWaitsAreCounted() {
		Noted writer = new Noted(0, Kind.EXCLUSIVE, 10, 50, 60, 1);
		assertThat(history(read(5, 12), read(11, 13), read(49, 49), read(61, 70), writer).sharedBefore(writer))
			.isEqualTo(2);
	}

	@Test
	void notesOfAnotherProcessAreRead(@TempDir Path folder) throws IOException {
		Path file = folder.resolve("notes");
		NoteBook process = new NoteBook(file);
		NoteBook reader = new NoteBook(file);
		NoteBook.Entry entry = process.begin(Kind.PERMIT, 3, 7);
		assertThat(reader.read(1)).as("a hold that was never trusted").isEmpty();
		entry.trusted(10);
		entry.trusted(20);
		process.note(Kind.REVOKED, 8);
		assertThat(reader.size()).isEqualTo(2);
		assertThat(reader.read(1)).first().isEqualTo(new Noted(1, Kind.PERMIT, 3, 10, 20, 7));
		assertThat(reader.read(1)).extracting(Noted::kind).containsExactly(Kind.PERMIT, Kind.REVOKED);
	}

	private static History history(Noted... notes) {
		return new History(List.of(notes));
	}

	private static Noted permit(long since, long until) {
		return new Noted(0, Kind.PERMIT, since, since, until, 1);
	}

	private static Noted read(long since, long until) {
		return new Noted(0, Kind.SHARED, since, since, until, 1);
	}

	private static Noted write(long since, long until) {
		return new Noted(0, Kind.EXCLUSIVE, since, since, until, 1);
	}

}
