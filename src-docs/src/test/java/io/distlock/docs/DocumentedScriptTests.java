// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the documents show as SQL is what the library ships.
 */
class DocumentedScriptTests {

	@Test
	void tablesOnThePageAreTheShippedScript() throws IOException {
		List<String> blocks = Document.page("jdbc.adoc").blocks("sql");
		assertThat(blocks).hasSize(3);
		assertThat(String.join("\n\n", blocks)).isEqualToIgnoringWhitespace(script("schema-postgresql.sql"));
	}

	private String script(String name) throws IOException {
		try (InputStream script = getClass().getResourceAsStream("/io/distlock/jdbc/" + name)) {
			assertThat(script).as(name).isNotNull();
			return new String(script.readAllBytes(), StandardCharsets.UTF_8);
		}
	}

}
