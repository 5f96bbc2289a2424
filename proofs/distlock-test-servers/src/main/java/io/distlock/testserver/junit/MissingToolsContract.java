// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver.junit;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.distlock.testserver.OptionalTool;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A machine may lack any of the {@linkplain OptionalTool tools}. The tests that want them
 * are run as on such a machine: they are skipped, with the reason, and none of them
 * fails.
 */
@Tag("proof")
public abstract class MissingToolsContract {

	/**
	 * The tests of the module, and the servers that they want.
	 */
	private static final JavaClasses TESTS = new ClassFileImporter()
		.withImportOption((location) -> ImportOption.Predefined.ONLY_INCLUDE_TESTS.includes(location)
				|| location.contains("io/distlock/testserver/"))
		.importPackages("io.distlock");

	/**
	 * Return the tools that tests of this module want, and that are hidden one by one.
	 */
	protected abstract Set<OptionalTool> tools();

	/**
	 * Return the tools that tests of this module want before their bodies begin.
	 */
	protected Set<OptionalTool> toolsOfSetUps() {
		return Set.of();
	}

	@Test
	void whereNothingIsThereAllIsSkippedAndNothingFails() {
		Set<String> tests = testsThatWant(Arrays.asList(OptionalTool.values()));
		assertThat(tests).isNotEmpty();
		TestRun run = TestRun.setUpWithout("all", tests);
		assertThat(run.failures()).isEmpty();
		assertThat(run.skips()).contains(BodiesExtension.LEFT_OUT)
			.containsAll(toolsOfSetUps().stream().map(OptionalTool::absent).toList());
	}

	@TestFactory
	Stream<DynamicTest> whereOneToolIsNotThereItsTestsSayWhich() {
		return tools().stream().map((tool) -> DynamicTest.dynamicTest(tool.name(), () -> {
			Set<String> skips = run(tool.name(), testsThatWant(List.of(tool))).skips();
			assertThat(skips).contains(tool.absent());
		}));
	}

	private static TestRun run(String hidden, Set<String> tests) {
		TestRun run = TestRun.without(hidden, tests);
		assertThat(run.failures()).isEmpty();
		return run;
	}

	/**
	 * Find the test classes that use one of the tools, however indirectly.
	 */
	private static Set<String> testsThatWant(List<OptionalTool> tools) {
		List<String> names = tools.stream().map(Enum::name).toList();
		Predicate<JavaClass> asks = (type) -> !type.isEquivalentTo(OptionalTool.class)
				&& type.getFieldAccessesFromSelf()
					.stream()
					.anyMatch((access) -> access.getTargetOwner().isEquivalentTo(OptionalTool.class)
							&& names.contains(access.getTarget().getName()));
		return usersOf(TESTS.stream().filter(asks).toList()).stream()
			.filter((type) -> type.getSimpleName().endsWith("Tests")
					&& !type.getModifiers().contains(JavaModifier.ABSTRACT) && type.isTopLevelClass())
			.map(JavaClass::getName)
			.filter((name) -> !name.endsWith(".MissingToolsTests"))
			.collect(Collectors.toSet());
	}

	private static Set<JavaClass> usersOf(List<JavaClass> used) {
		Set<JavaClass> users = new LinkedHashSet<>(used);
		Deque<JavaClass> open = new ArrayDeque<>(used);
		while (!open.isEmpty()) {
			open.pop()
				.getDirectDependenciesToSelf()
				.stream()
				.map(Dependency::getOriginClass)
				.filter(users::add)
				.forEach(open::push);
		}
		return users;
	}

}
