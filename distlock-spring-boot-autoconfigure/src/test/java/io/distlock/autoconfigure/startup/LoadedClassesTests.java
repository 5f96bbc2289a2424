// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.startup;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Counts the classes of the library that a start of an application with Spring Data Redis
 * loads, which is most of what the starter costs where it is not used. They are to become
 * fewer: what an application has no use for is not loaded.
 */
class LoadedClassesTests {

	private static final Pattern LOADED = Pattern.compile(" (io\\.distlock\\.[\\w.$]+) source:");

	/**
	 * The modules that the starter brings.
	 */
	private static final String STARTER = "distlock-(core|spring|spring-boot-autoconfigure|jdbc|redis|zookeeper)";

	/**
	 * What an application with the starter and Spring Data Redis has on its class path.
	 */
	private static final Pattern LEAN = Pattern.compile(".*/(" + STARTER + "/target/(test-)?classes|" + STARTER
			+ "-\\d[^/]*" + "|spring-(core|beans|context|context-support|aop|expression|tx|oxm|messaging)-\\d[^/]*"
			+ "|spring-data-(redis|commons|keyvalue)-\\d[^/]*"
			+ "|spring-boot-(autoconfigure-|data-redis-|data-commons-|netty-|persistence-|transaction-)?\\d[^/]*"
			+ "|(lettuce-core|redis-authx-core|netty-[a-z0-9-]*|reactor-core|reactive-streams)-\\d[^/]*"
			+ "|(micrometer-observation|micrometer-commons|jspecify|commons-logging)-\\d[^/]*"
			+ "|(slf4j-api|jul-to-slf4j|logback-classic|logback-core|jakarta.annotation-api|snakeyaml)-\\d[^/]*)/?");

	@TempDir
	private Path directory;

	/**
	 * Of a lambda, its body counts, and not the class that the JVM makes of it.
	 */
	@ParameterizedTest
	@CsvSource({ "NOTHING, 149", "ONE_METHOD, 212" })
	void startLoadsFewClasses(LeanStart.Kind kind, int most) throws Exception {
		List<String> loaded = loaded(kind);
		System.out.printf("%s: %d classes%n", kind, loaded.size());
		loaded.forEach((type) -> System.out.printf("%s: %s%n", kind, type));
		assertThat(loaded).as("classes that a start with %s locked loads", kind)
			.contains("io.distlock.autoconfigure.DistlockAutoConfiguration")
			.contains("io.distlock.autoconfigure.redis.RedisLockAutoConfiguration")
			.hasSizeLessThanOrEqualTo(most);
	}

	private List<String> loaded(LeanStart.Kind kind) throws IOException, InterruptedException {
		Path log = this.directory.resolve("classes.log");
		Path output = this.directory.resolve("output.log");
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				leanClassPath(), "-Xlog:class+load:file=" + log + "::filecount=0", LeanStart.class.getName(),
				kind.name())
			.redirectErrorStream(true)
			.redirectOutput(output.toFile())
			.start();
		try {
			assertThat(process.waitFor(2, TimeUnit.MINUTES)).as("ended").isTrue();
			assertThat(process.exitValue()).as(() -> read(output)).isZero();
		}
		finally {
			process.destroyForcibly();
		}
		String own = getClass().getPackageName() + ".";
		try (Stream<String> lines = Files.lines(log)) {
			return lines.map(LOADED::matcher)
				.filter(Matcher::find)
				.map((matcher) -> matcher.group(1))
				.filter((type) -> !type.contains("$$") && !type.startsWith(own))
				.distinct()
				.sorted()
				.toList();
		}
	}

	private static String leanClassPath() {
		String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
		return Arrays.stream(all.split(Pattern.quote(File.pathSeparator)))
			.filter((entry) -> LEAN.matcher(Path.of(entry).toUri().getPath()).matches())
			.collect(Collectors.joining(File.pathSeparator));
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			return ex.toString();
		}
	}

}
