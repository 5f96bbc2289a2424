// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.net.URL;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class IdentityTextTests {

	@ParameterizedTest
	@ValueSource(strings = { "a$", "a.", "a/", "a", "$", "@", ".", "/", "[", "[L", "[La", "a.b@", "a.b@c ", "a$a@f-",
			"$$@1", "@0", "a.a$", "[La;@", "0", "\u00e4.", "\ud83d\ude00." })
	void workGrowsWithTheLengthOfTheText(String part) {
		for (String end : new String[] { "", "!", "@", "@cafe", "@cafe." }) {
			String text = part.repeat(LockKey.MAX_BYTES / part.length()).concat(end);
			AtomicLong reads = new AtomicLong();
			IdentityText.find(new CountedText(text, reads), getClass().getClassLoader());
			assertThat(reads.get()).as("characters read of '%s...%s'", part, end)
				.isLessThanOrEqualTo(20L * text.length());
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "java.lang.Object@1f", "[B@0", "[[I@cafe", "[Ljava.lang.String;@1a2b3c4d",
			"java.util.Map$Entry@7", "com.shop.Orders$$Lambda/0x00007f1c3c000a00@5e",
			"com.shop.Orders$$Lambda$14/0x0000000800c03000@5e", "com.shop.Order$$SpringCGLIB$$0@12",
			"java.util.HashMap$HibernateProxy$aB3@12", "jdk.proxy2.$Proxy55@1c", "java.lang.String/0x00000001@5" })
	void identityIsFoundWhereverItIs(String identity) {
		assertThat(find(identity)).isIn(identity, identity.substring(1));
		assertThat(find("Order(id=7, lines=[" + identity + ", joe.doe@cafe])")).isIn(identity, identity.substring(1));
		assertThat(find("joe.doe@cafe x@y [@1 " + identity)).isIn(identity, identity.substring(1));
		assertThat(find("../" + identity + "\n")).isIn(identity, identity.substring(1));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			joe.doe@cafe
			java.lang.Object@cafe.example
			java.lang.Object@cafe-example
			java.lang.Object@12345678901234567
			java.lang.Object@
			java.lang.Object@x
			java.lang.Object
			java.lang.Objects.@1f
			Object@1f
			@1f
			[@1f
			[X@1f
			[L;@1f
			org/package@12
			""")
	void otherTextsAreNot(String text) {
		assertThat(find(text)).isNull();
	}

	@Test
	void whatIsFoundHasNoControlCharacters() {
		assertThat(find("Order\u001b[31m$$Proxy@1f")).isEqualTo("31m$$Proxy@1f");
		assertThat(find("Order\u0000.Line$$Proxy@1f")).isEqualTo("Line$$Proxy@1f");
	}

	@Test
	void textOfACallerIsNeverTheNameOfAClassToLoad() {
		Set<String> loaded = new HashSet<>();
		Set<String> found = new HashSet<>();
		ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {

			@Override
			protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
				loaded.add(name);
				return super.loadClass(name, resolve);
			}

			@Override
			public @Nullable URL getResource(String name) {
				found.add(name);
				return super.getResource(name);
			}

		};
		StringBuilder text = new StringBuilder();
		for (int i = 0; i < 5000; i++) {
			text.append("a.b").append(i).append("@c ");
		}
		text.append("a.").append("b".repeat(5000)).append("@c");
		IdentityText.find(text, loader);
		assertThat(loaded).isEmpty();
		assertThat(found).hasSizeLessThan(100).allMatch((name) -> name.length() < 1000);
	}

	private static @Nullable String find(String text) {
		return IdentityText.find(text, IdentityTextTests.class.getClassLoader());
	}

	/**
	 * Counts how many of its characters are read.
	 */
	private record CountedText(String text, AtomicLong reads) implements CharSequence {

		@Override
		public int length() {
			return this.text.length();
		}

		@Override
		public char charAt(int index) {
			if (this.reads.incrementAndGet() > 100L * this.text.length()) {
				throw new AssertionError("More than 100 reads for each character");
			}
			return this.text.charAt(index);
		}

		@Override
		public CharSequence subSequence(int start, int end) {
			this.reads.addAndGet(end - start);
			return this.text.substring(start, end);
		}

		@Override
		public String toString() {
			this.reads.addAndGet(length());
			return this.text;
		}

	}

}
