/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.testserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A machine may lack any of the {@linkplain OptionalTool tools}. The tests that want them
 * are run as on such a machine: they are skipped, with the reason, and none of them
 * fails.
 */
class MissingToolsTests {

	private static final JavaClasses TESTS = new ClassFileImporter()
		.withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
		.importPackages("io.distlock");

	@Test
	void whereNothingIsThereAllIsSkippedAndNothingFails() {
		Set<String> skips = run("all", testsThatWant(Arrays.asList(OptionalTool.values()))).skips();
		assertThat(List.of(OptionalTool.MYSQL, OptionalTool.MARIADB, OptionalTool.POSTGRESQL))
			.allSatisfy((tool) -> assertThat(skips).contains(tool.absent()));
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.INCLUDE, names = { "WAITAOF", "FAKETIME" })
	void whereOneToolIsNotThereItsTestsSayWhich(OptionalTool tool) {
		assertThat(run(tool.name(), testsThatWant(List.of(tool))).skips()).contains(tool.absent());
	}

	@Test
	void whatIsMissingIsToldOnceAndForgotten(@TempDir Path root) throws IOException {
		for (String module : List.of("one", "two")) {
			Path note = Files.createDirectories(root.resolve(module).resolve("target")).resolve("missing-tools.txt");
			Files.writeString(note, OptionalTool.MYSQL.absent() + "\n" + OptionalTool.MYSQL.absent() + "\n");
		}
		assertThat(MissingTools.takeAll(root)).containsExactly(OptionalTool.MYSQL.absent());
		assertThat(MissingTools.takeAll(root)).isEmpty();
	}

	@Test
	void everyMessageSaysWhatHelps() {
		assertThat(OptionalTool.values())
			.allSatisfy((tool) -> assertThat(tool.absent()).matches(".+ is not on this machine, .+: .+"));
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
			.filter((name) -> !name.equals(MissingToolsTests.class.getName()))
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
