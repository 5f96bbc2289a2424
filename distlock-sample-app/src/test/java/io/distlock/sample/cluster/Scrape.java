// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What a node tells Prometheus, in its text format.
 *
 * @param samples the samples that have a value
 */
record Scrape(List<Sample> samples) {

	private static final Pattern LINE = Pattern
		.compile("^(?<name>[a-zA-Z_:][\\w:]*)(?:\\{(?<labels>.*)})? (?<value>\\S+)$", Pattern.MULTILINE);

	private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]++|\\\\.)*+)\"");

	static Scrape of(String text) {
		return new Scrape(LINE.matcher(text)
			.results()
			.filter((line) -> !"NaN".equals(line.group(3)))
			.map(Scrape::sample)
			.toList());
	}

	private static Sample sample(MatchResult line) {
		Map<String, String> labels = new HashMap<>();
		if (line.group(2) != null) {
			LABEL.matcher(line.group(2)).results().forEach((label) -> labels.put(label.group(1), label.group(2)));
		}
		return new Sample(line.group(1), labels);
	}

	List<Sample> named(String name) {
		return this.samples.stream().filter((sample) -> sample.name().equals(name)).toList();
	}

	/**
	 * One sample.
	 *
	 * @param name the name of the metric
	 * @param labels its labels
	 */
	record Sample(String name, Map<String, String> labels) {

	}

}
