// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class KeyAlphabetTests {

	@ParameterizedTest
	@ValueSource(chars = { 'a', 'Z', '0', ':', '.', '-', '_', '~' })
	void escapeThatAKeyMayContainIsRejected(char escape) {
		assertThatIllegalArgumentException().isThrownBy(() -> KeyAlphabet.of(escape, ":"))
			.withMessageContaining("'%s'".formatted(escape));
	}

	@ParameterizedTest
	@CsvSource({ "'', =sa=pb=mc=ud=te=25", ":, :a=pb=mc=ud=te=25", ".:, :a.b=mc=ud=te=25", ":.-_~, :a.b-c_d~e=25" })
	void charactersThatAreNotAllowedAreEscaped(String allowed, String text) {
		KeyAlphabet alphabet = KeyAlphabet.of('=', allowed);
		assertThat(alphabet.write(":a.b-c_d~e%25")).isEqualTo(text);
		assertThat(alphabet.read(text)).isEqualTo(":a.b-c_d~e%25");
	}

	@Test
	void escapeAtTheEndIsAPercentSign() {
		assertThat(KeyAlphabet.of('=', ":").read("s=")).isEqualTo("s%");
	}

}
