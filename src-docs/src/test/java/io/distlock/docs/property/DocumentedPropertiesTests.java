// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.property;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.distlock.docs.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The documents name properties that exist, with the defaults that they have.
 */
class DocumentedPropertiesTests {

	private static final String UPDATE = "mvn test -pl src-docs -am -Dtest=DocumentedPropertiesTests "
			+ "-Dsurefire.failIfNoSpecifiedTests=false -Ddocs.update=true";

	private static final Pattern TABLES = Pattern
		.compile("(?<begin>// properties: .*\\R)[\\s\\S]*(?<end>// end of properties)");

	private static final Pattern ELEMENT = Pattern.compile("\\[\\d+]$");

	private ConfigurationMetadata metadata;

	@BeforeEach
	void read() throws Exception {
		this.metadata = ConfigurationMetadata.read();
	}

	static Collection<Document> all() {
		return Document.all();
	}

	@Test
	void tablesAreThoseOfTheMetadata() throws IOException {
		Document page = Document.page("configuration.adoc");
		Matcher tables = TABLES.matcher(page.text());
		assertThat(tables.find()).as("the two comments around the tables").isTrue();
		String wanted = tables.replaceFirst(Matcher
			.quoteReplacement(tables.group("begin") + new PropertyTables(this.metadata).write() + tables.group("end")));
		if (Boolean.getBoolean("docs.update")) {
			Files.writeString(page.path(), wanted);
			return;
		}
		assertThat(page.text()).as("%s is not up to date; run %s", page, UPDATE).isEqualTo(wanted);
	}

	@ParameterizedTest
	@MethodSource("all")
	void yamlNamesPropertiesThatExist(Document document) throws IOException {
		for (String block : document.blocks("yaml")) {
			assertThat(flatten(block).keySet()).isNotEmpty()
				.allSatisfy(
						(name) -> assertThat(this.metadata.names()).contains(ELEMENT.matcher(name).replaceFirst("")));
		}
	}

	@ParameterizedTest
	@MethodSource("all")
	void yamlBinds(Document document) throws Exception {
		for (String block : document.blocks("yaml")) {
			Binder binder = new Binder(new MapConfigurationPropertySource(flatten(block)));
			for (Map.Entry<String, String> bound : this.metadata.ownClasses().entrySet()) {
				assertThat(binder.bindOrCreate(bound.getKey(), Class.forName(bound.getValue()))).isNotNull();
			}
		}
	}

	@Test
	void groupsRefusePropertiesThatDoNotExist() throws ClassNotFoundException {
		Map<String, String> groups = this.metadata.ownClasses();
		groups.remove("distlock");
		assertThat(groups).hasSizeGreaterThan(10);
		for (String group : groups.values()) {
			assertThat(Class.forName(group).getAnnotation(ConfigurationProperties.class)).as(group)
				.returns(false, ConfigurationProperties::ignoreUnknownFields);
		}
	}

	@ParameterizedTest
	@MethodSource("all")
	void propertiesInRunningTextExist(Document document) {
		Pattern mention = Pattern.compile("`(?<name>distlock\\.[a-z][a-z.-]+[a-z])(=[^`]*)?`");
		assertThat(mention.matcher(document.text()).results().map((match) -> match.group(1)))
			.filteredOn((name) -> !DocumentedTelemetryTests.isOfTelemetry(name))
			.allSatisfy((name) -> assertThat(this.metadata.names()).contains(name));
	}

	private static Map<String, Object> flatten(String yaml) throws IOException {
		List<PropertySource<?>> sources = new YamlPropertySourceLoader().load("yaml",
				new ByteArrayResource(yaml.getBytes()));
		Map<String, Object> properties = new TreeMap<>();
		for (PropertySource<?> source : sources) {
			for (String name : ((EnumerablePropertySource<?>) source).getPropertyNames()) {
				properties.put(name, Objects.requireNonNull(source.getProperty(name)).toString());
			}
		}
		return properties;
	}

}
