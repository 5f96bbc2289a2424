// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

import io.distlock.LockMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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

	@Test
	void nameHasAtMost64KilobytesInUtf8() {
		assertThat(new LockKey("shop", "x".repeat(LockKey.MAX_BYTES)).name()).hasSize(LockKey.MAX_BYTES);
		assertThat(new LockKey("shop", "\u00fc".repeat(LockKey.MAX_BYTES / 2)).name()).hasSize(LockKey.MAX_BYTES / 2);
		for (String name : List.of("x".repeat(LockKey.MAX_BYTES + 1), "\u00fc".repeat(LockKey.MAX_BYTES / 2 + 1),
				"\uD83D\uDE00".repeat(LockKey.MAX_BYTES / 4 + 1))) {
			assertThatIllegalArgumentException().isThrownBy(() -> new LockKey("shop", name))
				.withMessageContaining("longer than 65536 bytes");
		}
	}

	@Test
	void keysAreEqualIfPrefixNameAndModeAreEqual() {
		LockKey key = new LockKey("shop", "orders:42");
		assertThat(key).isEqualTo(new LockKey("shop", "orders:42", LockMode.EXCLUSIVE))
			.hasSameHashCodeAs(new LockKey("shop", "orders:42", LockMode.EXCLUSIVE))
			.isNotEqualTo(new LockKey("shop", "orders:43"))
			.isNotEqualTo(new LockKey("shop2", "orders:42"))
			.isNotEqualTo(key.in(LockMode.SHARED))
			.isNotEqualTo("orders:42");
		assertThat(key.in(LockMode.SHARED).in(LockMode.EXCLUSIVE)).isEqualTo(key);
		assertThat(key.prefix()).isEqualTo("shop");
		assertThat(key.isExclusive()).isTrue();
		assertThat(key.in(LockMode.SHARED).isExclusive()).isFalse();
	}

	@Test
	void keysAreOrderedByPrefixNameAndMode() {
		List<LockKey> keys = List.of(new LockKey("a", "z"), new LockKey("b", "x", LockMode.PERMIT),
				new LockKey("b", "y"), new LockKey("b", "y", LockMode.SHARED), new LockKey("b", "y", LockMode.PERMIT));
		List<LockKey> shuffled = new ArrayList<>(keys);
		Collections.reverse(shuffled);
		assertThat(shuffled).isSortedAccordingTo(Comparator.reverseOrder());
		assertThat(shuffled.stream().sorted()).containsExactlyElementsOf(keys);
		assertThat(keys.get(2)).isEqualByComparingTo(new LockKey("b", "y"));
	}

	@Test
	void firstColonOfAJoinedNameEndsTheName() {
		assertThat(LockKey.join("user:point", "7:8%")).isEqualTo("user%3Apoint:7:8%");
		assertThat(LockKey.join("100%", "")).isEqualTo("100%25:");
	}

	@Test
	void encodedKeysBeginWithTheEncodedStart() {
		assertThat(LockKey.encodedStart("my shop", "")).isEqualTo("my%20shop:");
		assertThat(LockKey.encodedStart("shop", "a:\u00fc")).isEqualTo("shop:a:%C3%BC");
	}

	@ParameterizedTest
	@EnumSource(LockMode.class)
	void keyIsRecognizedInItsEncodedForm(LockMode mode) {
		LockKey key = new LockKey("shop", "x".repeat(300), mode);
		LockKey other = new LockKey("shop", "x".repeat(301), mode);
		for (int maxLength : new int[] { 200, 1000 }) {
			assertThat(key.isEncodedAs(key.encoded(maxLength))).isTrue();
			assertThat(key.isEncodedAs(other.encoded(maxLength))).isFalse();
			assertThat(key.isEncodedAs(key.in(LockMode.PERMIT).encoded(maxLength))).isEqualTo(mode == LockMode.PERMIT);
			assertThat(key.isEncodedAs(key.in(LockMode.SHARED).encoded(maxLength))).isEqualTo(mode != LockMode.PERMIT);
		}
	}

	@ParameterizedTest
	@EnumSource(LockMode.class)
	void keyIsTruncatedOnlyIfItIsTooLong(LockMode mode) {
		LockKey key = new LockKey("shop", "x-".repeat(100), mode);
		KeyAlphabet alphabet = KeyAlphabet.of('=', ".");
		int length = key.encoded(Integer.MAX_VALUE).length();
		assertThat(key.encoded(length)).isEqualTo(key.encoded(Integer.MAX_VALUE));
		assertThat(key.encoded(length - 1)).hasSize(length - 1).contains("~");
		String text = alphabet.write(key.encoded(Integer.MAX_VALUE));
		assertThat(key.encoded(alphabet, text.length())).isEqualTo(text);
		assertThat(key.encoded(alphabet, text.length() - 1)).hasSize(text.length() - 1).contains("=t");
	}

}
