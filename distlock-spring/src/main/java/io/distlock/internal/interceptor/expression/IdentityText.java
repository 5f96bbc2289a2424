// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import org.jspecify.annotations.Nullable;

import org.springframework.core.NativeDetector;
import org.springframework.util.ClassUtils;

/**
 * Finds results of {@link Object#toString()} in texts that may contain external input.
 * The cost is linear in the length of the text. Parts of a text are never used as class
 * names for class loading, since class loaders keep such names forever.
 */
final class IdentityText {

	private static final int MAX_NAME_LENGTH = 300;

	private static final int MAX_HASH_LENGTH = 16;

	/**
	 * Maximum number of names compared with the classes of the application.
	 */
	private static final int MAX_LOOKUPS = 16;

	private IdentityText() {
	}

	/**
	 * Return the first class name that is followed by an identity hash, including arrays.
	 * @param text the text
	 * @param classLoader the class loader of the application
	 * @return the name and the hash, or {@code null} without a match
	 */
	static @Nullable String find(CharSequence text, @Nullable ClassLoader classLoader) {
		int lookups = 0;
		for (int at = 1; at < text.length() && lookups < MAX_LOOKUPS; at++) {
			int end = (text.charAt(at) == '@') ? endOfHash(text, at + 1) : -1;
			if (end == -1) {
				continue;
			}
			int begin = beginOfName(text, at);
			String name = text.subSequence(begin, at).toString();
			if (begin > 0 && text.charAt(begin - 1) == '[' && isElementType(name)) {
				return "[" + text.subSequence(begin, end);
			}
			if (isQualified(name)) {
				lookups++;
				if (isType(name, classLoader)) {
					return text.subSequence(begin, end).toString();
				}
			}
		}
		return null;
	}

	private static int endOfHash(CharSequence text, int begin) {
		int end = begin;
		while (end < text.length() && end - begin <= MAX_HASH_LENGTH && isHashDigit(text.charAt(end))) {
			end++;
		}
		int length = end - begin;
		return (length == 0 || length > MAX_HASH_LENGTH || end < text.length() && continuesHash(text.charAt(end))) ? -1
				: end;
	}

	private static boolean continuesHash(char character) {
		return character == '.' || character == '-' || isWord(character);
	}

	private static boolean isHashDigit(char character) {
		return character >= '0' && character <= '9' || character >= 'a' && character <= 'f';
	}

	/**
	 * Return the start of the name that ends at a position; the position itself if there
	 * is no name or the name is too long.
	 */
	private static int beginOfName(CharSequence text, int end) {
		int begin = (text.charAt(end - 1) == ';') ? end - 1 : end;
		boolean separated = false;
		while (begin > 0 && isNamePart(text.charAt(begin - 1), separated)) {
			if (end - begin == MAX_NAME_LENGTH) {
				return end;
			}
			begin--;
			separated = isSeparator(text.charAt(begin));
		}
		return separated ? begin + 1 : begin;
	}

	private static boolean isNamePart(char character, boolean separated) {
		return isWord(character) || !separated && isSeparator(character);
	}

	private static boolean isWord(char character) {
		return Character.isJavaIdentifierPart(character) && !Character.isIdentifierIgnorable(character);
	}

	private static boolean isSeparator(char character) {
		return character == '.' || character == '/';
	}

	private static boolean isElementType(String name) {
		return (name.length() == 1) ? "ZBCDFIJS".contains(name)
				: name.length() > 2 && name.startsWith("L") && name.endsWith(";");
	}

	private static boolean isQualified(String name) {
		return name.length() > 2 && (name.indexOf('.') != -1 || name.indexOf('/') != -1 || name.indexOf('$') != -1);
	}

	/**
	 * Return whether a name is a class name, instead of, for example, a part of an
	 * address. The name of a class generated at runtime starts with the name of another
	 * class.
	 */
	private static boolean isType(String name, @Nullable ClassLoader classLoader) {
		if (name.contains("$$") || name.contains(".$Proxy")) {
			return true;
		}
		if (NativeDetector.inNativeImage()) {
			return ClassUtils.isPresent(name, classLoader);
		}
		ClassLoader classes = (classLoader != null) ? classLoader : ClassLoader.getSystemClassLoader();
		return classes.getResource(name.split("[$/]", 2)[0].replace('.', '/') + ClassUtils.CLASS_FILE_SUFFIX) != null;
	}

}
