// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LockKeyTests {

	@ParameterizedTest
	@ValueSource(
			strings = { "orders:42", "a b", "100%", "a~b", "\u00fc\u20ac", "\uD83D\uDE00", "a/b?c=d\n", "::", "%41" })
	void encodedKeyIsDecoded(String name) {
		for (String prefix : new String[] { "shop", "a:b", "", "%3A", "\u00fc" }) {
			LockKey key = new LockKey(prefix, name);
			assertThat(LockKey.decode(key.encoded(2000))).contains(key);
		}
	}

	@Test
	void keyThatWasCutIsNotDecoded() {
		assertThat(LockKey.decode(new LockKey("shop", "x".repeat(300)).encoded(200))).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "shop", "shop:", "shop:a b", "shop:%", "shop:%4", "shop:%zz", "shop:%41", "shop:%ff",
			"shop:a~b", "shop:\u00fc" })
	void textThatIsNoEncodedKeyIsNotDecoded(String text) {
		assertThat(LockKey.decode(text)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "\ud83d", "a\ude00", "\ude00\ud83d", "\ud83d:" })
	void halfOfASurrogatePairIsRefusedInEachPart(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> new LockKey("shop", text))
			.withMessage("'key' must be valid Unicode, but holds half of a surrogate pair; encode binary data, "
					+ "for example as hex");
		assertThatIllegalArgumentException().isThrownBy(() -> new LockKey(text, "orders:42"))
			.withMessageStartingWith("'keyPrefix' must be valid Unicode");
	}

	@Test
	void keyIsShownOnOneLineAndNotTooLong() {
		assertThat(new LockKey("shop", "orders:42 \u00fc\uD83D\uDE00")).hasToString("orders:42 \u00fc\uD83D\uDE00");
		assertThat(LockKey.shown("a\r\nb\tc\u001b[0m\u0085\u2028\u202e"))
			.isEqualTo("a\\r\\nb\\tc\\u001b[0m\\u0085\\u2028\\u202e");
		assertThat(LockKey.shown("x".repeat(200))).isEqualTo("x".repeat(200));
		assertThat(LockKey.shown("x".repeat(201))).isEqualTo("x".repeat(200) + "...");
		assertThat(LockKey.shown("\n".repeat(60_000))).isEqualTo("\\n".repeat(100) + "...");
		assertThat(LockKey.shown("\uD83D\uDE00".repeat(101))).isEqualTo("\uD83D\uDE00".repeat(100) + "...");
	}

}
