// SPDX-License-Identifier: Apache-2.0

package io.distlock.line;

import java.time.Duration;

import io.distlock.RandomText;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The owner of a place is described by whatever text is there.
 */
class RandomHolderTextTests {

	@Test
	void anyTextIsRead() {
		assertThat(HolderText.read("AbC_d.7 PT30S node one"))
			.isEqualTo(new HolderText(Duration.ofSeconds(30), "node one"));
		RandomText texts = new RandomText();
		for (int i = 0; i < 20_000; i++) {
			String text = texts.happens() ? texts.next(6) : texts.changed("AbC_d.7 PT30S node one");
			assertThat(text).endsWith(HolderText.read(text).holder());
		}
	}

}
