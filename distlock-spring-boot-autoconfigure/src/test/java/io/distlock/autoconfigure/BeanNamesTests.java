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

package io.distlock.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Bean;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * No bean has a name that one of an application, or of another library for locks, may
 * have: where overriding is off, the application would not start.
 */
class BeanNamesTests {

	private static final List<JavaMethod> beans = new ClassFileImporter().withImportOption(new DoNotIncludeTests())
		.importPackages("io.distlock")
		.stream()
		.flatMap((type) -> type.getMethods().stream())
		.filter((method) -> method.isAnnotatedWith(Bean.class))
		.toList();

	@Test
	void everyBeanIsNamedAfterTheLibrary() {
		assertThat(beans).hasSizeGreaterThan(40)
			.allSatisfy((bean) -> assertThat(names(bean)).as(bean.getFullName())
				.allMatch((name) -> name.startsWith("distlock")));
	}

	@Test
	void noTwoBeansShareAName() {
		assertThat(beans.stream().flatMap(BeanNamesTests::names)).doesNotHaveDuplicates();
	}

	private static Stream<String> names(JavaMethod bean) {
		return Stream.concat(Stream.of(bean.getName()), Arrays.stream(bean.getAnnotationOfType(Bean.class).name()));
	}

}
