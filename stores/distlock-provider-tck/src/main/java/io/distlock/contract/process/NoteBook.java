// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a process notes of its holds, in memory that it shares with a file: what was noted
 * stays there when the process is killed, and costs next to nothing.
 */
final class NoteBook {

	private static final int CAPACITY = 300_000;

	private static final int ENTRY = 5 * Long.BYTES;

	private static final int KIND = 0;

	private static final int ASKED = 1;

	private static final int SINCE = 2;

	private static final int UNTIL = 3;

	private static final int TOKEN = 4;

	private final MappedByteBuffer memory;

	private final AtomicInteger next = new AtomicInteger();

	NoteBook(Path file) throws IOException {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE,
				StandardOpenOption.CREATE)) {
			this.memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) CAPACITY * ENTRY);
		}
		this.memory.order(ByteOrder.nativeOrder());
	}

	/**
	 * Note a hold that was granted. It counts once it was trusted.
	 */
	Entry begin(Kind kind, long asked, long token) {
		int entry = this.next.getAndIncrement();
		if (entry >= CAPACITY) {
			throw new IllegalStateException("A process has room for %d notes".formatted(CAPACITY));
		}
		put(entry, ASKED, asked);
		put(entry, TOKEN, token);
		put(entry, KIND, kind.ordinal() + 1L);
		return new Entry(this, entry);
	}

	/**
	 * Note what happened at once.
	 */
	void note(Kind kind, long token) {
		long now = System.nanoTime();
		begin(kind, now, token).trusted(now);
	}

	private void put(int entry, int field, long value) {
		this.memory.putLong(entry * ENTRY + field * Long.BYTES, value);
	}

	private static long get(ByteBuffer memory, int entry, int field) {
		return memory.getLong(entry * ENTRY + field * Long.BYTES);
	}

	/**
	 * Return what a process has noted until now.
	 * @param node the number of the process
	 */
	List<Noted> read(int node) {
		List<Noted> notes = new ArrayList<>();
		for (int entry = 0; entry < CAPACITY && get(this.memory, entry, KIND) != 0; entry++) {
			if (get(this.memory, entry, UNTIL) != 0) {
				notes.add(new Noted(node, Kind.values()[(int) get(this.memory, entry, KIND) - 1],
						get(this.memory, entry, ASKED), get(this.memory, entry, SINCE), get(this.memory, entry, UNTIL),
						get(this.memory, entry, TOKEN)));
			}
		}
		return notes;
	}

	/**
	 * Return how many entries there are.
	 */
	int size() {
		int size = this.next.get();
		while (size < CAPACITY && get(this.memory, size, KIND) != 0) {
			size++;
		}
		this.next.set(size);
		return size;
	}

	/**
	 * A hold.
	 *
	 * @param book where it is noted
	 * @param number its number there
	 */
	record Entry(NoteBook book, int number) {

		/**
		 * Note that the hold was trusted at a moment.
		 */
		void trusted(long now) {
			if (get(this.book.memory, this.number, SINCE) == 0) {
				this.book.put(this.number, SINCE, now);
			}
			this.book.put(this.number, UNTIL, now);
		}

	}

}
