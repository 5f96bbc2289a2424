// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.redis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.distlock.benchmark.cluster.Fleet;
import io.distlock.benchmark.cluster.Member;
import io.distlock.benchmark.measure.CommandCounter.Counting;
import io.distlock.benchmark.measure.Spread;
import io.distlock.testserver.redis.RedisServer;

/**
 * A JVM that holds locks, with a server of its own, so that calls and CPU time are its
 * own, too.
 */
final class HeldLocks implements AutoCloseable {

	/**
	 * Locks that load classes before the heap is measured. They count among the others,
	 * since the floor would need one more call for them.
	 */
	private static final int WARM_UP = 8;

	private final List<Double> calls = new ArrayList<>();

	private final List<Double> cpu = new ArrayList<>();

	private final String name;

	private final int number;

	private final RedisServer server = new RedisServer().start();

	private final Fleet fleet;

	private final Member member;

	private final double bytesPerLock;

	private long cpuBefore;

	private long since;

	HeldLocks(String suite, String name, int number) throws IOException {
		this.name = name;
		this.number = number;
		this.fleet = new Fleet(suite, String.valueOf(this.server.port()));
		this.member = this.fleet.members(name, 1).get(0);
		ask("HOLD " + WARM_UP, "HELD");
		long before = ask("HEAP", "BYTES");
		ask("HOLD " + (number - WARM_UP), "HELD");
		this.bytesPerLock = (double) (ask("HEAP", "BYTES") - before) / (number - WARM_UP);
	}

	private long ask(String order, String answer) throws IOException {
		this.member.order(order);
		return this.member.answer(answer);
	}

	Counting count() throws IOException {
		this.cpuBefore = ask("CPU", "NANOS");
		this.since = System.nanoTime();
		return new RedisMonitor(this.server);
	}

	void end(Counting counting) throws Exception {
		double nanos = System.nanoTime() - this.since;
		this.cpu.add((ask("CPU", "NANOS") - this.cpuBefore) / nanos * 100);
		this.calls.add(counting.stop() / nanos * 1e9);
		long kept = (Long) this.server.send("DBSIZE");
		if (kept < this.number) {
			throw new IllegalStateException("%s held %d locks, and kept %d".formatted(this.name, this.number, kept));
		}
	}

	String name() {
		return this.name;
	}

	Spread calls() {
		return Spread.of(this.calls);
	}

	/**
	 * Return the CPU time of the JVM, in percent of one core.
	 */
	Spread cpu() {
		return Spread.of(this.cpu);
	}

	double bytesPerLock() {
		return this.bytesPerLock;
	}

	/**
	 * Compare the calls of each window.
	 */
	Spread callsBeside(HeldLocks floor) {
		List<Double> ratios = new ArrayList<>();
		for (int window = 0; window < this.calls.size(); window++) {
			ratios.add(this.calls.get(window) / floor.calls.get(window));
		}
		return Spread.of(ratios);
	}

	/**
	 * Compare the CPU time of each window.
	 */
	Spread cpuBeside(HeldLocks peer) {
		List<Double> ratios = new ArrayList<>();
		for (int window = 0; window < this.cpu.size(); window++) {
			ratios.add(this.cpu.get(window) / peer.cpu.get(window));
		}
		return Spread.of(ratios);
	}

	@Override
	public void close() throws IOException {
		this.fleet.close();
		this.server.close();
	}

}
