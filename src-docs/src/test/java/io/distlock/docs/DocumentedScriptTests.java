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
