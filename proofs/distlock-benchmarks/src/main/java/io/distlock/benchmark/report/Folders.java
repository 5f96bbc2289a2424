// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Where pages and charts go: the folders of a module of the reference.
 *
 * @param root the module
 */
public record Folders(Path root) {

	private static final String OWN = "benchmarks";

	private static final Pattern CHART = Pattern.compile("image::" + OWN + "/([^\\[]+)\\[");

	Path page(String suite) throws IOException {
		return Files.createDirectories(this.root.resolve("partials").resolve(OWN)).resolve(suite + ".adoc");
	}

	/**
	 * Return the page that sums up the others, which is written by hand.
	 */
	Path summary() {
		return this.root.resolve("pages").resolve(OWN + ".adoc");
	}

	Path image(String file) throws IOException {
		return Files.createDirectories(this.root.resolve("images").resolve(OWN)).resolve(file);
	}

	/**
	 * Remove the charts of an earlier run, which may have had other workloads: those that
	 * its page shows.
	 */
	void clear(String suite) throws IOException {
		Path page = page(suite);
		if (Files.exists(page)) {
			for (MatchResult chart : CHART.matcher(Files.readString(page)).results().toList()) {
				Files.deleteIfExists(image(chart.group(1)));
			}
		}
	}

	/**
	 * Return how a page names a chart.
	 */
	String reference(String file) {
		return OWN + "/" + file;
	}

}
