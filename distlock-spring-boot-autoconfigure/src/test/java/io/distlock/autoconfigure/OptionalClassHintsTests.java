// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a native image keeps of libraries that an application may lack.
 */
class OptionalClassHintsTests {

	private static final Pattern LOOKED_FOR = Pattern.compile("ClassUtils\\s*\\.isPresent\\(\\s*\"([^\"]+)\"");

	@Test
	void classesThatTheLibraryLooksForByNameAreKept() throws IOException {
		RuntimeHints hints = process();
		assertThat(namesLookedFor()).contains("reactor.core.publisher.Flux", "redis.clients.jedis.Jedis")
			.allSatisfy((name) -> assertThat(RuntimeHintsPredicates.reflection().onType(TypeReference.of(name)))
				.accepts(hints));
	}

	private static Set<String> namesLookedFor() throws IOException {
		Set<String> names = new TreeSet<>(Set.of("org.apache.curator.framework.api.AddWatchBuilder"));
		for (String module : List.of("distlock-core", "distlock-spring", "stores",
				"distlock-spring-boot-autoconfigure")) {
			for (Path source : sources(Path.of("..", module))) {
				LOOKED_FOR.matcher(Files.readString(source)).results().forEach((match) -> names.add(match.group(1)));
			}
		}
		return names;
	}

	private static List<Path> sources(Path folder) throws IOException {
		try (Stream<Path> files = Files.walk(folder)) {
			return files.filter((file) -> file.toString().matches(".*/src/main/java/.*\\.java")).toList();
		}
	}

	private static RuntimeHints process() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			TestGenerationContext generation = new TestGenerationContext();
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
			return generation.getRuntimeHints();
		}
	}

}
