package io.distlock.benchmark.cluster;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.time.Duration;

import io.distlock.benchmark.Benchmarks;
import io.distlock.benchmark.measure.Entry;
import io.distlock.benchmark.measure.Locker;
import io.distlock.benchmark.measure.Throughput;

/**
 * The other side of a {@link Member}. Times are by the monotonic clock of the machine,
 * which all JVMs on it share.
 */
public final class MemberProcess {

	private static final String KEY = "bench:cluster";

	private final Locker locker;

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
			case "CONTEND" -> say("CYCLES",
					Throughput
						.of(this.locker, Integer.parseInt(order[1]), true, Duration.ofMillis(Long.parseLong(order[2])))
						.total());
			default -> throw new IllegalArgumentException(order[0]);
		}
	}

	private static void say(String word, long number) {
		System.out.println(word + " " + number);
		System.out.flush();
	}

}
