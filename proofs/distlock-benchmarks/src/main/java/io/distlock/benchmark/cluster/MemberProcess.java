// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.cluster;

import java.io.BufferedReader;
import java.io.InputStreamReader;

import io.distlock.benchmark.Benchmarks;
import io.distlock.benchmark.measure.Baton;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Locker;
import io.distlock.benchmark.measure.Throughput;
import io.distlock.benchmark.measure.Window;
import io.distlock.benchmark.measure.Worker;

/**
 * The other side of a {@link Member}. Times are by the monotonic clock of the machine,
 * which all JVMs on it share.
 */
public final class MemberProcess {

	private static final String KEY = "bench:cluster";

	private final Locker locker;

	private final Crowd crowd = new Crowd();

	private AutoCloseable held = () -> {
	};

	private MemberProcess(Locker locker) {
		this.locker = locker;
	}

	public static void main(String[] args) throws Exception {
		Entry entry = Benchmarks.suite(args[0])
			.entries()
			.stream()
			.filter((candidate) -> candidate.name().equals(args[2]))
			.findFirst()
			.orElseThrow();
		MemberProcess process = new MemberProcess(entry.open(args[1]));
		say("READY", 0);
		BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
		for (String order = orders.readLine(); order != null; order = orders.readLine()) {
			process.obey(order.split(" "));
		}
		Runtime.getRuntime().halt(0);
	}

	private void obey(String[] order) throws Exception {
		switch (order[0]) {
			case "LOCK" -> {
				this.held = this.locker.lock(KEY);
				say("LOCKED", System.nanoTime());
			}
			case "RELEASE" -> {
				long before = System.nanoTime();
				this.held.close();
				say("RELEASED", before);
			}
			case "SERVE" -> ((Baton) this.locker).serve();
			case "CONTEND" -> say("CYCLES", contend(order));
			case "HOLD" -> say("HELD", this.crowd.hold(this.locker, Integer.parseInt(order[1])));
			case "HEAP" -> say("BYTES", Resources.heap());
			case "CPU" -> say("NANOS", Resources.cpuTime());
			case "COUNT" -> say("THREADS", Resources.threads());
			case "OWN" -> say("OWNED", Resources.ownThreads());
			case "WORKED" -> say("OPERATIONS", ((Worker) this.locker).operations());
			case "FAILED" -> say("FAILURES", ((Worker) this.locker).failures());
			default -> throw new IllegalArgumentException(order[0]);
		}
	}

	private long contend(String[] order) throws Exception {
		Window window = new Window(Long.parseLong(order[2]), Long.parseLong(order[3]));
		return Throughput.of(this.locker, Integer.parseInt(order[1]), true, window).total();
	}

	private static void say(String word, long number) {
		System.out.println(word + " " + number);
		System.out.flush();
	}

}
