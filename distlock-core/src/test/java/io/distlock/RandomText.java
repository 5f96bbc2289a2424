// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.util.Random;

/**
 * Texts as they may come from outside, or from a store that others have written to: at
 * random, and the same in each run unless {@code distlock.test.seed} is set.
 */
public final class RandomText {

	private static final String[] PARTS = { ":", "::", "%", "%3A", "%25", "%zz", "/", "..", ".", "{", "}", "#{", "${",
			"~", "~permits", "~waiters", "\u00e9", "e\u0301", "\u0000", "\n", "\r", "\u001b[31m", " ", "\u00a0",
			"\u2028", "a", "A", "\u00e1", "b", "*", "+", "?", "#", "'", "\"", "\\", "_", "-", "=", "\ud83d\ude00",
			"\ud83d", "\ude00", "\u202e", "\u05d0", "\u00df", "SS", "I", "\u0131", "0", "x".repeat(40), "y".repeat(90),
			"\ufffd", "\ufeff", ";", "@", "|", "&" };

	private static final String DIGITS = "0123456789-+TZ: \n=";

	private final Random random = new Random(Long.getLong("distlock.test.seed", 1));

	/**
	 * Return a text of a few parts.
	 */
	public String next(int parts) {
		StringBuilder text = new StringBuilder();
		for (int i = 1 + below(parts); i > 0; i--) {
			text.append((below(12) == 0) ? String.valueOf((char) below(0x10000)) : PARTS[below(PARTS.length)]);
		}
		return text.toString();
	}

	/**
	 * Return a text with a few changes, cut, repeated or replaced in part.
	 */
	public String changed(String text) {
		StringBuilder changed = new StringBuilder(text);
		for (int i = 1 + below(3); i > 0 && !changed.isEmpty(); i--) {
			int at = below(changed.length());
			switch (below(7)) {
				case 0 -> changed.deleteCharAt(at);
				case 1 -> changed.insert(at, next(1));
				case 2 -> changed.setCharAt(at, (char) (' ' + below(96)));
				case 3 -> changed.setLength(at);
				case 4 -> changed.insert(at, changed.substring(at, Math.min(changed.length(), at + 1 + below(30))));
				case 5 -> changed.setCharAt(at, DIGITS.charAt(below(DIGITS.length())));
				default -> changed.insert(at, "99999999999999999999");
			}
		}
		return changed.toString();
	}

	public boolean happens() {
		return this.random.nextBoolean();
	}

	public int below(int bound) {
		return this.random.nextInt(bound);
	}

}
