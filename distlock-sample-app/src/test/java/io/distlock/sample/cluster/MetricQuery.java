// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.distlock.sample.cluster.Scrape.Sample;

/**
 * What a PromQL expression selects. Not the language, which Prometheus alone knows, but
 * the names and labels in it.
 *
 * @param expression the expression, without variables of Grafana
 */
record MetricQuery(String expression) {

	private static final Pattern GROUPING = Pattern.compile("\\b(?:by|without|on|ignoring) ?\\(([^)]*)\\)");

	private static final Pattern SELECTOR = Pattern
		.compile("(?<![\\w:])(?<name>[a-zA-Z_:][\\w:]*)(?![\\w:]|\\s*\\()(?:\\{(?<matchers>[^}]*)})?");

	private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~|!~|!=|=)\"([^\"]*)\"");

	private static final Pattern NO_METRIC = Pattern.compile("\"[^\"]*\"|\\[[^]]*]");

	private static final List<String> WORDS = List.of("and", "or", "unless", "bool", "offset");

	/**
	 * Labels that Prometheus adds itself.
	 */
	private static final List<String> OF_PROMETHEUS = List.of("instance", "job", "namespace");

	/**
	 * Return the query of a panel as Prometheus gets it from Grafana.
	 * @param expression the expression of the panel
	 */
	static MetricQuery ofPanel(String expression) {
		return new MetricQuery(
				expression.replace("$__rate_interval", "30s").replace("$__range", "5m").replaceAll("\\$\\w+", ".*"));
	}

	/**
	 * Return the side of an alert that is compared with its threshold.
	 */
	MetricQuery withoutThreshold() {
		return new MetricQuery(this.expression.replaceFirst(" (?:>=?|==) [\\d.]+$", ""));
	}

	/**
	 * Return whether the query reads samples of a time before a node or server of a test
	 * was started.
	 */
	boolean readsHistory() {
		return this.expression.contains(" offset ");
	}

	List<Selector> selectors() {
		String ungrouped = GROUPING.matcher(this.expression).replaceAll("");
		String named = Pattern.compile("\\[[^]]*]").matcher(ungrouped).replaceAll("");
		return SELECTOR.matcher(named)
			.results()
			.filter((found) -> !isText(named, found) && !WORDS.contains(found.group(1)))
			.map((found) -> new Selector(found.group(1), matchers(found.group(2))))
			.toList();
	}

	/**
	 * Label names and values stand in braces, which belong to the selector before.
	 */
	private static boolean isText(String expression, MatchResult found) {
		String before = NO_METRIC.matcher(expression.substring(0, found.start())).replaceAll("");
		return before.lastIndexOf('{') > before.lastIndexOf('}');
	}

	private static List<MatchResult> matchers(String matchers) {
		return (matchers != null) ? MATCHER.matcher(matchers).results().toList() : List.of();
	}

	/**
	 * Return the labels that results are grouped by, but for those of Prometheus.
	 */
	List<String> groupingLabels() {
		return GROUPING.matcher(this.expression)
			.results()
			.flatMap((grouping) -> Arrays.stream(grouping.group(1).split(", ?")))
			.filter((label) -> !OF_PROMETHEUS.contains(label))
			.toList();
	}

	/**
	 * Return what is missing in a scrape for the query to have a result.
	 */
	Stream<String> missingIn(Scrape scrape) {
		Stream<String> metrics = selectors().stream()
			.filter((selector) -> selector.matching(scrape).isEmpty())
			.map(Selector::toString);
		Stream<String> labels = groupingLabels().stream()
			.filter((label) -> selectors().stream()
				.flatMap((selector) -> selector.matching(scrape).stream())
				.noneMatch((sample) -> sample.labels().containsKey(label)));
		return Stream.concat(metrics, labels);
	}

	/**
	 * The name of a metric and what its labels must be.
	 *
	 * @param name the name
	 * @param matchers what the labels must be: each its name, operator and value
	 */
	record Selector(String name, List<MatchResult> matchers) {

		List<Sample> matching(Scrape scrape) {
			return scrape.named(this.name)
				.stream()
				.filter((sample) -> this.matchers.stream()
					.filter((matcher) -> !OF_PROMETHEUS.contains(matcher.group(1)))
					.allMatch((matcher) -> matches(matcher, sample.labels())))
				.toList();
		}

		private static boolean matches(MatchResult matcher, Map<String, String> labels) {
			String value = labels.get(matcher.group(1));
			if (value == null) {
				return false;
			}
			boolean same = matcher.group(2).contains("~") ? value.matches(matcher.group(3))
					: value.equals(matcher.group(3));
			return same != matcher.group(2).startsWith("!");
		}

		@Override
		public String toString() {
			return this.name + this.matchers.stream().map(MatchResult::group).toList();
		}

	}

}
