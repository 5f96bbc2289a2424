// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.property;

import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import io.distlock.docs.Document;
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
		assertThat(conditions()).contains("distlock.enabled", "distlock.fencing.enabled")
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
