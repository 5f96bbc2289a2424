// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.junit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.distlock.testserver.Lifeline;
import io.distlock.testserver.OptionalTool;
import io.distlock.testserver.ServerFiles;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * How test classes ended that were run by a test, in this JVM or in one of their own.
 */
public final class TestRun implements TestExecutionListener {

	private static final String SKIPPED = "TEST SKIPPED: ";

	private static final String FAILED = "TEST FAILED: ";

	private final Set<String> skips = new LinkedHashSet<>();

	private final List<String> failures = new ArrayList<>();

	private TestRun() {
	}

	static TestRun of(Collection<Class<?>> tests) {
		List<ClassSelector> selectors = tests.stream().map(DiscoverySelectors::selectClass).toList();
		LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request().selectors(selectors).build();
		TestRun run = new TestRun();
		LauncherFactory.create().execute(request, run);
		return run;
	}

	/**
	 * Run tests in a JVM of their own that does as if this machine lacked some tools.
	 * @param hidden the value of {@link OptionalTool#HIDDEN}
	 * @param tests test classes
	 */
	static TestRun without(String hidden, Collection<String> tests) {
		return run(hidden, true, tests);
	}

	/**
	 * As {@link #without}, but set the tests up and clean up after them only: what is
	 * opened before a tool is missed must be closed.
	 * @param hidden the value of {@link OptionalTool#HIDDEN}
	 * @param tests test classes
	 */
	static TestRun setUpWithout(String hidden, Collection<String> tests) {
		return run(hidden, false, tests);
	}

	private static TestRun run(String hidden, boolean bodies, Collection<String> tests) {
		Path log = ServerFiles.newDataFolder("test-run").resolve("log");
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-XX:+UseSerialGC", "-D" + OptionalTool.HIDDEN + "=" + hidden,
						"-D%s=%s".formatted(BodiesExtension.RUN, bodies), "-cp", System.getProperty("java.class.path"),
						TestRun.class.getName()));
		command.addAll(tests);
		Lifeline.run(command, log, Map.of());
		TestRun run = new TestRun();
		Lifeline.read(log).lines().forEach(run::add);
		return run;
	}

	private void add(String line) {
		if (line.startsWith(SKIPPED)) {
			this.skips.add(line.substring(SKIPPED.length()));
		}
		if (line.startsWith(FAILED)) {
			this.failures.add(line.substring(FAILED.length()));
		}
	}

	/**
	 * Run tests.
	 * @param tests the names of their classes
	 * @throws ClassNotFoundException if there is no such class
	 */
	public static void main(String... tests) throws ClassNotFoundException {
		List<Class<?>> classes = new ArrayList<>();
		for (String test : tests) {
			classes.add(Class.forName(test, false, TestRun.class.getClassLoader()));
		}
		TestRun run = of(classes);
		run.skips.forEach((reason) -> System.out.println(SKIPPED + reason));
		run.failures.forEach((failure) -> System.out.println(FAILED + failure.lines().findFirst().orElse("")));
		System.exit(0);
	}

	@Override
	public void executionSkipped(TestIdentifier test, String reason) {
		this.skips.add(reason);
	}

	@Override
	public void executionFinished(TestIdentifier test, TestExecutionResult result) {
		result.getThrowable().ifPresent((thrown) -> {
			if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
				this.skips.add(thrown.getMessage());
			}
			else {
				this.failures.add(test.getUniqueId() + " " + thrown);
			}
		});
	}

	/**
	 * Return why tests were skipped.
	 */
	Set<String> skips() {
		return this.skips;
	}

	/**
	 * Return what failed, and how.
	 */
	List<String> failures() {
		return this.failures;
	}

}
