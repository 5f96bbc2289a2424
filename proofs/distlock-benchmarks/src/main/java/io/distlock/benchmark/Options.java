// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.distlock.benchmark.measure.Network;
import io.distlock.benchmark.report.Folders;

import org.springframework.core.env.SimpleCommandLinePropertySource;

/**
 * What the command line says.
 *
 * @param suites the suites to run, all of them where it is empty
 * @param rounds how many rounds are measured
 * @param turn how long each turn of a contestant is
 * @param network what lies between clients and stores
 * @param folders where pages and charts go
 * @param glance whether the summary is drawn again, and nothing is measured
 */
record Options(List<String> suites, int rounds, Duration turn, Network network, Folders folders, boolean glance) {

	/**
	 * The module of the reference, seen from this one.
	 */
	private static final String REFERENCE = "../../src-docs/modules/ROOT";

	static Options parse(String... args) {
		SimpleCommandLinePropertySource line = new SimpleCommandLinePropertySource(args);
		List<String> known = List.of("suites", "rounds", "seconds", "network", "out", "docs", "glance");
		for (String name : line.getPropertyNames()) {
			if (!known.contains(name) && !name.equals("nonOptionArgs")) {
				throw new IllegalArgumentException(
						"There is no option --%s; the options are %s".formatted(name, known));
			}
		}
		return new Options(list(value(line, "suites", "")), Integer.parseInt(value(line, "rounds", "5")),
				Duration.ofMillis((long) (Double.parseDouble(value(line, "seconds", "2")) * 1000)),
				new Network(Duration.ofNanos((long) (Double.parseDouble(value(line, "network", "0")) * 1e6))),
				folders(line), line.containsProperty("glance"));
	}

	/**
	 * Return what makes the page of a suite again.
	 */
	String command(String suite) {
		String network = this.network.name("", " --network=" + this.network.millis());
		return "mvn -q -P%s -Dbench.args=\"--suites=%s --rounds=%d --seconds=%s%s --docs\"".formatted(
				ShedLocks.areOfAllStores() ? "benchmarks,shedlock-stores" : "benchmarks", suite, this.rounds,
				this.turn.toMillis() / 1000.0, network);
	}

	private static Folders folders(SimpleCommandLinePropertySource line) {
		String docs = line.getProperty("docs");
		if (docs == null) {
			return new Folders(Path.of(value(line, "out", "target/benchmarks")));
		}
		return new Folders(Path.of(docs.isEmpty() ? REFERENCE : docs));
	}

	private static String value(SimpleCommandLinePropertySource line, String name, String otherwise) {
		String value = line.getProperty(name);
		return (value != null) ? value : otherwise;
	}

	private static List<String> list(String value) {
		return Arrays.stream(value.split(",")).map(String::strip).filter((name) -> !name.isEmpty()).toList();
	}

}
