// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counts of words in prose. Relative and indefinite words where English has a noun are
 * odd words: the reference of Spring Boot has 1.4 in 100 words, and that of Spring
 * Framework 2.0.
 *
 * @param words number of words in sentences of at least three words
 * @param odd number of odd words
 * @param pronouns number of pronouns
 */
record Prose(int words, int odd, int pronouns) {

	static final Prose NONE = new Prose(0, 0, 0);

	private static final Pattern ODD = words(
			"which|that|who|whom|whose|what|whatever|those|one|ones|none|nothing|" + "whether");

	private static final Pattern PRONOUN = words("it|its|they|them|their|this|that|those|these|one|ones|other|others");

	private static final Pattern WORD = Pattern.compile("[A-Za-z'-]+");

	private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);

	private static final Pattern PAGE_BLOCK = Pattern.compile("^(----|\\.\\.\\.\\.|\\+\\+\\+\\+)\\n.*?^\\1\\n",
			Pattern.DOTALL | Pattern.MULTILINE);

	private static final Pattern PAGE_MARKUP = Pattern
		.compile("^(\\[|:|//|=+ |image::|include::|ifndef|endif|\\|===).*$", Pattern.MULTILINE);

	private static Pattern words(String words) {
		return Pattern.compile("\\b(" + words + ")\\b", Pattern.CASE_INSENSITIVE);
	}

	/**
	 * Count the words of a page, without blocks, headings and tables' markup.
	 */
	static Prose ofPage(String text) {
		String prose = PAGE_MARKUP.matcher(PAGE_BLOCK.matcher(text).replaceAll("")).replaceAll("");
		return ofText(prose.replaceAll("`[^`]*`|xref:\\S+?\\[|https?:\\S+", " x ").replaceAll("[|*_\\[\\]]", " "));
	}

	/**
	 * Count the words of the Javadoc in a source file, without block tags.
	 */
	static Prose ofJavadoc(String source) {
		return JAVADOC.matcher(source)
			.results()
			.map((comment) -> comment.group(1).replaceAll("\\n\\s*\\*\\s?", " "))
			.map((comment) -> comment.replaceAll("(?s)@\\w+.*", ""))
			.map((comment) -> comment.replaceAll("<[^>]+>", " ").replaceAll("\\{@\\w+ ([^}]*)\\}", "$1"))
			.map(Prose::ofText)
			.reduce(NONE, Prose::plus);
	}

	private static Prose ofText(String text) {
		return Arrays.stream(text.split("(?<=[.;:!?])\\s+"))
			.map((sentence) -> new Prose(count(WORD, sentence), count(ODD, sentence), count(PRONOUN, sentence)))
			.filter((sentence) -> sentence.words() > 2)
			.reduce(NONE, Prose::plus);
	}

	private static int count(Pattern pattern, String text) {
		return (int) Stream.of(pattern.matcher(text)).flatMap(Matcher::results).count();
	}

	Prose plus(Prose other) {
		return new Prose(this.words + other.words, this.odd + other.odd, this.pronouns + other.pronouns);
	}

	double oddInHundred() {
		return 100.0 * this.odd / Math.max(1, this.words);
	}

	double pronounsInHundred() {
		return 100.0 * this.pronouns / Math.max(1, this.words);
	}

	@Override
	public String toString() {
		return "%d words, %.2f odd and %.2f pronouns in 100".formatted(this.words, oddInHundred(), pronounsInHundred());
	}

}
