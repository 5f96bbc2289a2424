// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.code;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.distlock.docs.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * No test of the default build may depend on the speed of the machine: whatever it awaits
 * has half a minute at least. Tests tagged {@code timing} or {@code proof} run elsewhere.
 */
class PatientTestsTests {

	private static final int LEAST_SECONDS = 30;

	private static final Pattern LEFT_OUT = Pattern.compile("^@Tag\\(\"(timing|proof)\"\\)", Pattern.MULTILINE);

	private static final Pattern BOUND = Pattern.compile(
			"(?:\\.(?:get|await|poll|join|orTimeout|awaitTermination|atMost)\\(([\\d_]+), (?:TimeUnit\\.)?SECONDS\\)"
					+ "|(?:atMost|succeedsWithin|failsWithin|block)\\(Duration\\.ofSeconds\\(([\\d_]+)\\)\\)"
					+ "|@Timeout\\(([\\d_]+)\\))");

	private static final Pattern SHORTER_UNIT = Pattern
		.compile("(?:atMost|succeedsWithin|failsWithin|block)\\(Duration\\.of(?:Millis|Nanos)\\(");

	@Test
	void whatTestsAwaitHasHalfAMinute() throws Exception {
		List<Path> tests = Document.files(Document.ROOT, ".java", ".kt")
			.stream()
			.filter((file) -> isTest(file.toString().replace('\\', '/')))
			.toList();
		List<String> found = new ArrayList<>();
		for (Path file : tests) {
			String source = Document.read(file).text();
			if (!LEFT_OUT.matcher(source).find()) {
				impatient(source).forEach((line) -> found.add("%s: %s".formatted(file, line)));
			}
		}
		assertThat(tests).hasSizeGreaterThan(300);
		assertThat(found).as("Await it for %d seconds at least, or tag the class as 'timing'", LEAST_SECONDS).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "next.get(20, TimeUnit.SECONDS);", "await().atMost(Duration.ofSeconds(5)).until(done);",
			"assertThat(next).succeedsWithin(Duration.ofMillis(500));", "@Timeout(10)", "latch.await(3, SECONDS)" })
	void impatientLinesAreFound(String line) {
		assertThat(impatient(line)).containsExactly(line);
	}

	@ParameterizedTest
	@ValueSource(strings = { "next.get(30, TimeUnit.SECONDS);", "await().atMost(Duration.ofMinutes(1)).until(done);",
			"LockRequest.of(key).waitTime(Duration.ofSeconds(1))" })
	void patientLinesAreNot(String line) {
		assertThat(impatient(line)).isEmpty();
	}

	private static boolean isTest(String file) {
		return !file.endsWith("/PatientTestsTests.java")
				&& (file.contains("/src/test/") || file.contains("distlock-provider-tck/src/main/"));
	}

	private static List<String> impatient(String source) {
		return source.lines().filter(PatientTestsTests::isImpatient).map(String::strip).toList();
	}

	private static boolean isImpatient(String line) {
		return SHORTER_UNIT.matcher(line).find() || BOUND.matcher(line).results().anyMatch(PatientTestsTests::isShort);
	}

	private static boolean isShort(MatchResult bound) {
		for (int i = 1; i <= bound.groupCount(); i++) {
			if (bound.group(i) != null) {
				return Integer.parseInt(bound.group(i).replace("_", "")) < LEAST_SECONDS;
			}
		}
		return false;
	}

}
