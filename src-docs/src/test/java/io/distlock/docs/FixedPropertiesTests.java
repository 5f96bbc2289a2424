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

package io.distlock.docs;

import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.core.type.classreading.SimpleMetadataReaderFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The reference names the properties that are decided when an application is processed
 * ahead of time: those of conditions.
 */
class FixedPropertiesTests {

	private final MetadataReaderFactory classes = new SimpleMetadataReaderFactory();

	@Test
	void propertiesOfConditionsAreNamed() throws IOException {
		String page = Document.page("native.adoc").text();
		String fixed = page.substring(page.indexOf("[[fixed]]"), page.indexOf("All other properties"));
		assertThat(conditions()).contains("distlock.enabled", "distlock.fencing.mdc")
			.allSatisfy((property) -> assertThat(fixed).contains("`" + property + "`"));
	}

	private Set<String> conditions() throws IOException {
		Set<String> properties = new TreeSet<>();
		for (Resource type : new PathMatchingResourcePatternResolver()
			.getResources("classpath*:io/distlock/autoconfigure/**/*.class")) {
			AnnotationMetadata metadata = this.classes.getMetadataReader(type).getAnnotationMetadata();
			Stream.concat(Stream.of(metadata), metadata.getDeclaredMethods().stream())
				.map(AnnotatedTypeMetadata::getAnnotations)
				.flatMap(FixedPropertiesTests::properties)
				.forEach(properties::add);
		}
		return properties;
	}

	private static Stream<String> properties(MergedAnnotations annotations) {
		return Stream
			.concat(annotations.stream(ConditionalOnBooleanProperty.class),
					annotations.stream(ConditionalOnProperty.class))
			.flatMap(FixedPropertiesTests::properties);
	}

	private static Stream<String> properties(MergedAnnotation<?> condition) {
		String prefix = condition.getString("prefix");
		return Stream.of("name", "value")
			.flatMap((attribute) -> Arrays.stream(condition.getStringArray(attribute)))
			.map((name) -> prefix.isEmpty() ? name : prefix + "." + name);
	}

}
