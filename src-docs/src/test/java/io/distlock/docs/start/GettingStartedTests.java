// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.start;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.distlock.docs.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The first steps, as a reader takes them: copy the files of the page into an empty
 * folder, and run its commands there.
 */
@Tag("proof")
public class GettingStartedTests {

	private static final String COUNTING = "Counting the teapots";

	private static final String COUNTED = "Counted the teapots";

	private static final String EMAIL = "Sending the email of ";

	private static final Document PAGE = Document.page("getting-started.adoc");

	private static final List<String> COMMANDS = PAGE.blocks("shell");

	private static BuiltModules modules;

	@BeforeAll
	public static void offerModules() throws IOException {
		modules = BuiltModules.offer(Document.ROOT, Path.of("target/getting-started"));
	}

	@Test
	void twoNodesExcludeEachOtherAndEachEmailGoesOutOnce() throws Exception {
		StartedProject project = modules.project("java", titled());
		project.run(COMMANDS.get(0));
		try (Terminal first = project.open(COMMANDS.get(1)); Terminal second = openAfter(first, project)) {
			second.await(COUNTING);
			assertThat(first.lines()).containsSubsequence(COUNTING, COUNTED);
			second.await(COUNTED);
			first.kill();
			int sent = second.count(EMAIL);
			second.await(EMAIL, sent + 2);
			assertThat(emails(first)).doesNotContainAnyElementsOf(emails(second)).doesNotHaveDuplicates();
			assertThat(emails(second)).doesNotHaveDuplicates();
		}
	}

	private static Terminal openAfter(Terminal first, StartedProject project) throws Exception {
		first.await(COUNTING);
		return project.open(COMMANDS.get(1));
	}

	private static List<String> emails(Terminal terminal) {
		return terminal.lines().stream().filter((line) -> line.startsWith(EMAIL)).toList();
	}

	@Test
	void kotlinLocksAndSendsAsWell() throws Exception {
		Map<String, String> files = titled();
		files.keySet().removeIf((name) -> name.endsWith(".java"));
		files.put("pom.xml", inKotlin(files));
		StartedProject project = modules.project("kotlin", files);
		project.run(COMMANDS.get(0));
		try (Terminal node = project.open(COMMANDS.get(1))) {
			node.await(COUNTING);
			node.await(EMAIL);
		}
	}

	private static String inKotlin(Map<String, String> files) {
		String dependency = files.remove("pom.xml, one more dependency");
		String build = files.remove("pom.xml, build");
		return files.get("pom.xml")
			.replace("<dependencies>", "<dependencies>" + dependency)
			.replaceFirst("(?s)<build>.*</build>", build.replace("$", "\\$"));
	}

	@Test
	void gradleGetsWhatMavenGets() {
		Map<String, String> files = titled();
		String gradle = files.get("build.gradle.kts");
		assertThat(gradle).contains("io.distlock:distlock-spring-boot-starter:" + System.getProperty("docs.version"))
			.contains("id(\"org.springframework.boot\") version \"%s\"".formatted(bootVersion(files.get("pom.xml"))));
	}

	private static String bootVersion(String pom) {
		return pom.replaceFirst("(?s).*<artifactId>spring-boot-starter-parent</artifactId>\\s*<version>(.*?)<.*", "$1");
	}

	private static Map<String, String> titled() {
		return PAGE.titledBlocks();
	}

}
