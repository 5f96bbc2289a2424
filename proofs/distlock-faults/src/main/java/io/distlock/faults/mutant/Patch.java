// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.mutant;

/**
 * A text of one of the library's sources, in the place of which there is another.
 *
 * @param source the file, below {@code src/main} of its module, as in
 * {@code resources/io/distlock/redis/release.lua}
 * @param text what is there exactly once
 * @param replacement what is there instead
 * @since 0.1.0
 */
public record Patch(String source, String text, String replacement) {

	/**
	 * Put the bug into the file.
	 * @param mutant what the patch belongs to, for the message
	 * @param content the file
	 * @return the file with the bug
	 * @throws IllegalStateException if the text is not there, or more than once
	 */
	String apply(String mutant, String content) {
		int first = content.indexOf(this.text);
		if (first < 0 || content.indexOf(this.text, first + 1) >= 0) {
			throw new IllegalStateException(
					"Mutant '%s' needs a text that is exactly once in %s, but it is there %s: %s; adapt the mutant"
						.formatted(mutant, this.source, (first < 0) ? "not at all" : "more than once", this.text));
		}
		return content.replace(this.text, this.replacement);
	}

}
