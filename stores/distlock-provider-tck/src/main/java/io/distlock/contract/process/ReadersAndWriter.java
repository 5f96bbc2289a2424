// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Three processes that read and one that writes, one of which is killed or stands still.
 */
final class ReadersAndWriter {

	private final Nodes nodes;

	private final Work reads;

	private final Work writes;

	private final List<NodeJvm> readers;

	private NodeJvm writer;

	private final List<Lifetime> standstills = new ArrayList<>();

	private final Random random = new Random();

	ReadersAndWriter(Nodes nodes, Work reads, Work writes) {
		this.nodes = nodes;
		this.reads = reads;
		this.writes = writes;
		this.readers = nodes.start(3, reads);
		this.writer = nodes.startAndAwait(writes);
	}

	void disturb(int fault) {
		int victim = this.random.nextInt(this.readers.size());
		switch (fault % 4) {
			case 0 -> this.readers.get(victim).standStill();
			case 1 -> stopWriter();
			case 2 -> {
				this.readers.get(victim).kill();
				this.readers.set(victim, this.nodes.startAndAwait(this.reads));
			}
			default -> {
				this.writer.kill();
				this.writer = this.nodes.startAndAwait(this.writes);
			}
		}
	}

	private void stopWriter() {
		long begin = System.nanoTime();
		this.writer.standStill();
		this.standstills.add(new Lifetime(0, begin, System.nanoTime()));
	}

	void end() {
		this.readers.forEach(NodeJvm::end);
		this.writer.end();
	}

	/**
	 * Return how many reads began while each write was waited for, sorted: without the
	 * writes whose process stood still meanwhile.
	 */
	long[] readsBeforeWrites(History history) {
		return history.of(Kind.EXCLUSIVE)
			.stream()
			.filter((write) -> this.standstills.stream().noneMatch((time) -> time.meets(write)))
			.mapToLong(history::sharedBefore)
			.sorted()
			.toArray();
	}

}
