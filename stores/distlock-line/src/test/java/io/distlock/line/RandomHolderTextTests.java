// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.Duration;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The owner of a place is described by whatever text is there. The texts are the same in
 * each run unless {@code distlock.test.seed} is set.
 */
class RandomHolderTextTests {

	private static final String TEXT = "AbC_d.7 PT30S node one";

	private static final String[] PARTS = { " ", "  ", "PT", "P-1D", "-", "T", "S", "9999999999999999999", "\n",
			"\u0000", "\u00a0", "\ud83d", "+", ".", "x".repeat(90) };

	private final Random random = new Random(Long.getLong("distlock.test.seed", 1));

	@Test
	void anyTextIsRead() {
		assertThat(HolderText.read(TEXT)).isEqualTo(new HolderText(Duration.ofSeconds(30), "node one"));
		for (int i = 0; i < 20_000; i++) {
			String text = changed();
			assertThat(text).endsWith(HolderText.read(text).holder());
		}
	}

	private String changed() {
		StringBuilder text = new StringBuilder(TEXT);
		for (int change = this.random.nextInt(6); change >= 0; change--) {
			int at = this.random.nextInt(text.length() + 1);
			if (this.random.nextInt(3) == 0) {
				text.delete(at, Math.min(text.length(), at + this.random.nextInt(12)));
			}
			else {
				text.insert(at, PARTS[this.random.nextInt(PARTS.length)]);
			}
		}
		return text.toString();
	}

}
