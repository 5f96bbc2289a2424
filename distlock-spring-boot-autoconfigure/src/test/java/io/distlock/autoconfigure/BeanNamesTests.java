// SPDX-License-Identifier: Apache-2.0

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
