// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

import io.distlock.faults.node.HoldUse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.env.SimpleCommandLinePropertySource;

/**
 * What the command line says.
 *
 * @param stores the stores to test, all of them where it is empty
 * @param faults the faults to inject, all of them where it is empty
 * @param rounds how many rounds there are of each fault and store
 * @param seed decides on everything that is left to chance
 * @param out where files of bad rounds are kept
 * @param docs the module of the reference to write tables into, {@code null} for none
 * @param mutants the mutants to catch, all of them where it is empty, {@code null} to
 * test the library itself
 * @param control whether to run the rounds of the mutants over the library as it is
 * @param seeds with how many seeds to catch them
 * @param uses how rounds hold their keys, one of them by chance for each
 * @param service whether to measure the time without service instead
 * @param beside file with the class path of another build, which every second node runs,
 * {@code null} to run this build on all nodes
 */
record Options(List<String> stores, List<String> faults, int rounds, long seed, Path out, @Nullable Path docs,
		@Nullable List<String> mutants, boolean control, int seeds, List<HoldUse> uses, boolean service,
		@Nullable Path beside) {

	/**
	 * The module of the reference, seen from this one.
	 */
	private static final String REFERENCE = "../../src-docs/modules/ROOT";

	/**
	 * Half of the rounds are those of locks that each has alone.
	 */
	private static final String USES = "alone,alone,shared,permits";

	private static final List<String> KNOWN = List.of("stores", "faults", "rounds", "seed", "out", "docs", "mutants",
			"control", "seeds", "uses", "service", "beside");

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
				Path.of(value(line, "out", "target/faults")), docs(line.getProperty("docs")),
				mutants(line.getProperty("mutants")), line.containsProperty("control"),
				Integer.parseInt(value(line, "seeds", "3")), uses(value(line, "uses", USES)),
				line.containsProperty("service"), beside(line.getProperty("beside")));
	}

	/**
	 * Return the command that does the same for one store.
	 */
	String command(String store) {
		String chosen = this.faults.isEmpty() ? "" : " --faults=" + String.join(",", this.faults);
		String held = this.uses.equals(uses(USES)) ? "" : " --uses="
				+ this.uses.stream().map((use) -> use.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(","));
		return "mvn -q -Pfaults -Dfaults.args=\"--stores=%s%s --rounds=%d --seed=%d%s --docs\"".formatted(store, chosen,
				this.rounds, this.seed, held);
	}

	/**
	 * Return the command that measures the same times.
	 */
	String commandOfService() {
		String chosen = this.stores.isEmpty() ? "" : " --stores=" + String.join(",", this.stores);
		return "mvn -q -Pfaults -Dfaults.args=\"--service%s --docs\"".formatted(chosen);
	}

	private static List<HoldUse> uses(String value) {
		return list(value).stream().map(Options::use).toList();
	}

	private static HoldUse use(String name) {
		return Arrays.stream(HoldUse.values())
			.filter((use) -> use.name().equalsIgnoreCase(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("There is no use '%s'; the uses are %s".formatted(name,
					Arrays.toString(HoldUse.values()).toLowerCase(Locale.ROOT))));
	}

	private static @Nullable Path docs(@Nullable String docs) {
		return (docs != null) ? Path.of(docs.isEmpty() ? REFERENCE : docs) : null;
	}

	private static @Nullable Path beside(@Nullable String beside) {
		return (beside != null) ? Path.of(beside) : null;
	}

	private static @Nullable List<String> mutants(@Nullable String mutants) {
		return (mutants != null) ? list(mutants) : null;
	}

	private static String value(SimpleCommandLinePropertySource line, String name, String otherwise) {
		String value = line.getProperty(name);
		return (value != null) ? value : otherwise;
	}

	private static List<String> list(String value) {
		return Arrays.stream(value.split(",")).map(String::strip).filter((name) -> !name.isEmpty()).toList();
	}

}
