package io.distlock.faults;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import org.springframework.core.env.SimpleCommandLinePropertySource;

/**
 * What the command line says.
 *
 * @param stores the stores to test, all of them where it is empty
 * @param faults the faults to inject, all of them where it is empty
 * @param rounds how many rounds there are of each fault and store
 * @param seed decides on everything that is left to chance
 * @param out where files of bad rounds are kept
 */
record Options(List<String> stores, List<String> faults, int rounds, long seed, Path out) {

	private static final List<String> KNOWN = List.of("stores", "faults", "rounds", "seed", "out");

	static Options parse(String... args) {
		SimpleCommandLinePropertySource line = new SimpleCommandLinePropertySource(args);
		for (String name : line.getPropertyNames()) {
			if (!KNOWN.contains(name) && !name.equals("nonOptionArgs")) {
				throw new IllegalArgumentException(
						"There is no option --%s; the options are %s".formatted(name, KNOWN));
			}
		}
		String anySeed = String.valueOf(ThreadLocalRandom.current().nextLong(1_000_000));
		return new Options(list(value(line, "stores", "")), list(value(line, "faults", "")),
				Integer.parseInt(value(line, "rounds", "30")), Long.parseLong(value(line, "seed", anySeed)),
				Path.of(value(line, "out", "target/faults")));
	}

	private static String value(SimpleCommandLinePropertySource line, String name, String otherwise) {
		String value = line.getProperty(name);
		return (value != null) ? value : otherwise;
	}

	private static List<String> list(String value) {
		return Arrays.stream(value.split(",")).map(String::strip).filter((name) -> !name.isEmpty()).toList();
	}

}
