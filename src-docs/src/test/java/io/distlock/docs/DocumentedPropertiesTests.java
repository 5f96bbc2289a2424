package io.distlock.docs;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

import io.distlock.autoconfigure.DistlockProperties;
import io.distlock.autoconfigure.jdbc.DistlockJdbcProperties;
import io.distlock.autoconfigure.redis.DistlockRedisProperties;
import io.distlock.autoconfigure.scheduling.DistlockSchedulingProperties;
import io.distlock.autoconfigure.zookeeper.DistlockZooKeeperProperties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

	private static final Pattern ROW = Pattern
		.compile("^\\|`(?<name>distlock\\.[\\w.-]+)` \\|(?<fallback>.+?) \\|\\w.*$", Pattern.MULTILINE);

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
	void everyPropertyIsListedAndNoOther() {
		assertThat(listed().keySet()).containsExactlyElementsOf(this.metadata.defaults("distlock.").keySet());
	}

	@Test
	void defaultsAreThoseOfTheMetadata() {
		Map<String, String> listed = listed();
		this.metadata.defaults("distlock.")
			.forEach((name, value) -> value.ifPresentOrElse(
					(text) -> assertThat(listed.get(name)).as(name).isEqualTo("`" + text + "`"),
					() -> assertThat(listed.get(name)).as(name).doesNotContain("`")));
	}

	private static Map<String, String> listed() {
		Map<String, String> listed = new TreeMap<>();
		ROW.matcher(Document.page("configuration.adoc").text())
			.results()
			.forEach((row) -> listed.put(row.group(1), row.group(2)));
		return listed;
	}

	@ParameterizedTest
	@MethodSource("all")
	void yamlNamesPropertiesThatExist(Document document) throws IOException {
		for (String block : document.blocks("yaml")) {
			assertThat(flatten(block).keySet()).isNotEmpty()
				.allSatisfy((name) -> assertThat(this.metadata.defaults())
					.containsKey(ELEMENT.matcher(name).replaceFirst("")));
		}
	}

	@ParameterizedTest
	@MethodSource("all")
	void yamlBinds(Document document) throws IOException {
		for (String block : document.blocks("yaml")) {
			Binder binder = new Binder(new MapConfigurationPropertySource(flatten(block)));
			assertThat(binder.bindOrCreate("distlock", DistlockProperties.class)).isNotNull();
			assertThat(binder.bindOrCreate("distlock.jdbc", DistlockJdbcProperties.class)).isNotNull();
			assertThat(binder.bindOrCreate("distlock.redis", DistlockRedisProperties.class)).isNotNull();
			assertThat(binder.bindOrCreate("distlock.zookeeper", DistlockZooKeeperProperties.class)).isNotNull();
			assertThat(binder.bindOrCreate("distlock.scheduling", DistlockSchedulingProperties.class)).isNotNull();
		}
	}

	@ParameterizedTest
	@MethodSource("all")
	void propertiesInRunningTextExist(Document document) {
		Pattern mention = Pattern.compile("`(?<name>distlock\\.[a-z][a-z.-]+[a-z])(=[^`]*)?`");
		assertThat(mention.matcher(document.text()).results().map((match) -> match.group(1)))
			.allSatisfy((name) -> assertThat(this.metadata.defaults()).containsKey(name));
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
