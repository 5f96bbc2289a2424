// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.start;

import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.distlock.docs.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of versions and size agrees with the build.
 */
class ProjectPageTests {

	private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(distlock-[a-z-]+)</artifactId>");

	private final String page = Document.page("project.adoc").text();

	@ParameterizedTest
	@ValueSource(strings = { "redisson", "curator", "jetcd", "jnats", "aws-sdk", "azure-storage-blob", "spymemcached" })
	void versionOfAClientIsThatOfTheBuild(String client) {
		String build = Document.read(Document.ROOT.resolve("pom.xml")).text();
		String version = first(Pattern.compile("<%s\\.version>([^<]+)<".formatted(Pattern.quote(client))), build);
		assertThat(this.page).contains(" " + version + "\n");
	}

	@Test
	void jarsAreThoseOfTheStarter() {
		String starter = Document.read(Document.ROOT.resolve("distlock-spring-boot-starter/pom.xml")).text();
		String size = first(Pattern.compile("== Size\\R\\R(.*)"), this.page);
		Stream<String> added = ARTIFACT.matcher(starter).results().map((artifact) -> artifact.group(1));
		assertThat(added.filter((artifact) -> !artifact.equals("distlock-parent")))
			.allSatisfy((artifact) -> assertThat(size).contains("`" + artifact + "`"));
	}

	private static String first(Pattern pattern, String text) {
		return pattern.matcher(text).results().findFirst().orElseThrow().group(1);
	}

}
