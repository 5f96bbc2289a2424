// SPDX-License-Identifier: Apache-2.0

package io.distlock.contract.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.awaitility.Awaitility;

/**
 * The processes of a test: those that live, and what all of them have noted, also those
 * that are gone.
 */
final class Nodes implements AutoCloseable {

	private final Class<?> program;

	private final Supplier<NodeConnection> network;

	private final List<NodeJvm> all = new ArrayList<>();

	Nodes(Class<?> program, Supplier<NodeConnection> network) {
		this.program = program;
		this.network = network;
	}

	NodeJvm start(Work work) {
		NodeJvm node = new NodeJvm(this.all.size(), this.program, this.network.get(), work);
		this.all.add(node);
		return node;
	}

	List<NodeJvm> start(int count, Work work) {
		List<NodeJvm> started = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			started.add(start(work));
		}
		started.forEach((node) -> Patience.await(node::isReady));
		return started;
	}

	NodeJvm startAndAwait(Work work) {
		return start(1, work).get(0);
	}

	/**
	 * Return how many holds were noted.
	 */
	int noted() {
		return this.all.stream().mapToInt(NodeJvm::noted).sum();
	}

	void awaitNoted(int count) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(30))
			.pollInterval(Duration.ofMillis(10))
			.until(() -> noted() >= count);
	}

	History history() {
		return new History(this.all.stream().flatMap((node) -> node.notes().stream()).toList());
	}

	@Override
	public void close() {
		this.all.forEach(NodeJvm::discard);
	}

}
