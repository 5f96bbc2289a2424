// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.io.StringReader;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the documents show as Java compiles.
 */
class DocumentedCodeTests {

	private static final Pattern OTHER_LIBRARIES = Pattern
		.compile("@SchedulerLock|LockAssert|LockingTaskExecutor|@Lock4j|LockInfo|RLock|RFencedLock|RedisLockRegistry"
				+ "|implements Job |JobBuilder|Tasks\\.");

	private static final int README_LINES = 120;

	private final Snippets snippets = Snippets.read();

	static Collection<Document> all() {
		return Document.all();
	}

	@Test
	void javaInTheReadmeIsIdenticalToACompiledRegion() {
		assertThat(Document.readme().blocks("java")).isNotEmpty()
			.allSatisfy((block) -> assertThat(this.snippets.byName()).containsValue(block));
	}

	@Test
	void everyRegionIsShownSomewhere() {
		Set<String> shown = new HashSet<>();
		Document.all().forEach((document) -> shown.addAll(document.blocks("java")));
		assertThat(this.snippets.byName()).isNotEmpty()
			.allSatisfy((name, code) -> assertThat(shown).as(name).contains(code));
	}

	@ParameterizedTest
	@MethodSource("all")
	void everyBlockOfJavaIsRecognised(Document document) {
		String opening = document.path().toString().endsWith(".md") ? "```java" : "[source,java";
		long openings = document.text().lines().filter((line) -> line.startsWith(opening)).count();
		assertThat(document.blocks("java")).hasSize((int) openings);
	}

	/**
	 * Java of other libraries cannot be compiled here. It stands where people are led
	 * away from them, is marked, and is neither ours nor unmarked.
	 */
	@ParameterizedTest
	@MethodSource("all")
	void javaOfOtherLibrariesStandsWhereItIsLeft(Document document) {
		boolean leads = document.path().getFileName().toString().startsWith("from-");
		assertThat(document.foreignBlocks())
			.hasSize((int) document.text().lines().filter((line) -> line.startsWith("[source.foreign")).count());
		assertThat(document.foreignBlocks().isEmpty()).isEqualTo(!leads);
		assertThat(document.foreignBlocks()).allSatisfy((block) -> assertThat(block).containsPattern(OTHER_LIBRARIES)
			.doesNotContain("distlock", "@DistributedLock", "@ClusterScheduled"));
	}

	@ParameterizedTest
	@MethodSource("all")
	void dependencyNamesThisVersionOfWhatUsersAdd(Document document) {
		assertThat(document.blocks("xml")).filteredOn((block) -> block.contains("io.distlock")).allSatisfy((block) -> {
			NodeList dependencies = DocumentBuilderFactory.newInstance()
				.newDocumentBuilder()
				.parse(new InputSource(new StringReader("<all>" + block + "</all>")))
				.getElementsByTagName("dependency");
			assertThat(IntStream.range(0, dependencies.getLength()).mapToObj((i) -> (Element) dependencies.item(i)))
				.filteredOn((dependency) -> text(dependency, "groupId").equals("io.distlock"))
				.isNotEmpty()
				.allSatisfy((dependency) -> {
					assertThat(text(dependency, "artifactId")).isIn("distlock-spring-boot-starter",
							"distlock-spring-boot-starter-test", "distlock-provider-tck", "distlock-console");
					assertThat(text(dependency, "version")).isEqualTo(System.getProperty("docs.version"));
				});
		});
	}

	private static String text(Element parent, String name) {
		return parent.getElementsByTagName(name).item(0).getTextContent();
	}

	@Test
	void readmeIsShort() {
		assertThat(Document.readme().text().lines()).hasSizeLessThanOrEqualTo(README_LINES);
	}

}
