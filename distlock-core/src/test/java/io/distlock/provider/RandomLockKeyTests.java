// SPDX-License-Identifier: Apache-2.0

package io.distlock.provider;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.distlock.LockMode;
import io.distlock.RandomText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keys of any text, also of prefixes: in every store, distinct locks are distinct.
 */
class RandomLockKeyTests {

	private static final int CASES = 5000;

	private final RandomText texts = new RandomText();

	@ParameterizedTest
	@ValueSource(ints = { 100, 200, 242, 900 })
	void distinctLocksHaveDistinctEncodings(int maxLength) {
		Map<String, LockKey> locks = new HashMap<>();
		for (LockKey key : keys()) {
			String encoded = key.encoded(maxLength);
			assertThat(encoded).matches("[A-Za-z0-9._:%~-]+").hasSizeLessThanOrEqualTo(maxLength);
			LockKey lock = key.in(LockKey.isOfPermits(encoded) ? LockMode.PERMIT : LockMode.EXCLUSIVE);
			assertThat(lock.mode() == LockMode.PERMIT).isEqualTo(key.mode() == LockMode.PERMIT);
			LockKey other = locks.putIfAbsent(encoded, lock);
			assertThat(lock).as(encoded).isEqualTo((other != null) ? other : lock);
			boolean cut = encoded.length() != key.encoded(Integer.MAX_VALUE).length();
			assertThat(LockKey.decode(encoded)).isEqualTo(cut ? Optional.empty() : Optional.of(lock));
		}
		assertThat(locks).hasSizeGreaterThan(CASES / 2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "=", "=.", "=:-", "%:.-_~", "/~" })
	void distinctLocksAreDistinctInAnyAlphabet(String characters) {
		KeyAlphabet alphabet = KeyAlphabet.of(characters.charAt(0), characters.substring(1));
		Map<String, String> locks = new HashMap<>();
		for (LockKey key : keys()) {
			String whole = key.encoded(Integer.MAX_VALUE);
			String text = key.encoded(alphabet, 240);
			assertThat(text).matches("[A-Za-z0-9\\Q%s\\E]+".formatted(characters)).hasSizeLessThanOrEqualTo(240);
			assertThat(locks.putIfAbsent(text, whole)).as(text).isIn(null, whole);
			assertThat(LockKey.isOfPermits(alphabet.read(text))).isEqualTo(key.mode() == LockMode.PERMIT);
			if (alphabet.write(whole).length() <= 240) {
				assertThat(alphabet.read(text)).isEqualTo(whole);
			}
		}
		assertThat(locks).hasSizeGreaterThan(CASES / 2);
	}

	@Test
	void anyTextIsDecodedToTheKeyOfItOnly() {
		List<LockKey> keys = keys();
		for (int i = 0; i < CASES; i++) {
			String text = this.texts.happens() ? this.texts.next(5)
					: this.texts.changed(keys.get(i % keys.size()).encoded(Integer.MAX_VALUE));
			LockKey.decode(text).ifPresent((key) -> assertThat(key.encoded(Integer.MAX_VALUE)).isEqualTo(text));
		}
	}

	@Test
	void anyTextIsShownOnOneLineAndNotTooLong() {
		for (int i = 0; i < CASES; i++) {
			assertThat(LockKey.shown(this.texts.next(12))).hasSizeLessThanOrEqualTo(203)
				.doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029]");
		}
	}

	/**
	 * Keys of random texts, and of texts that differ from those by little.
	 */
	private List<LockKey> keys() {
		List<LockKey> keys = new ArrayList<>();
		while (keys.size() < CASES) {
			String prefix = this.texts.next(2);
			String name = this.texts.next((this.texts.below(10) == 0) ? 12 : 4);
			add(keys, prefix, name);
			add(keys, this.texts.happens() ? prefix : this.texts.changed(prefix),
					this.texts.happens() ? name : this.texts.changed(name));
		}
		return keys;
	}

	private void add(List<LockKey> keys, String prefix, String name) {
		try {
			keys.add(new LockKey(prefix, name, LockMode.values()[this.texts.below(3)]));
		}
		catch (IllegalArgumentException ex) {
			assertThat(ex).hasMessageMatching("'(key|keyPrefix)' must .*");
		}
	}

}
