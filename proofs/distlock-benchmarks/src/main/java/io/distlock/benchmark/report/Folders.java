// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Folders of a module of the reference, which receive sections of pages, charts and
 * figures.
 *
 * @param root the module
 */
public record Folders(Path root) {

	private static final String OWN = "benchmarks";

	private static final String BEGIN = "// benchmark$%s\n";

	private static final String END = "// end of benchmark$%s\n";

	private static final Pattern CHART = Pattern.compile("image::" + OWN + "/([^\\[]+)\\[");

	/**
	 * Return the page of the glance, which is written by hand.
	 */
	Path summary() throws IOException {
		return pages().resolve(OWN + ".adoc");
	}

	Path image(String file) throws IOException {
		return folder("images").resolve(file);
	}

	Path figures(String suite) throws IOException {
		return folder("attachments").resolve(suite + ".csv");
	}

	/**
	 * Return how a page names a chart.
	 */
	String reference(String file) {
		return OWN + "/" + file;
	}

	/**
	 * Return the link of a page to the figures of a suite.
	 */
	String link(String suite) {
		return "link:{attachmentsdir}/%s/%s.csv[Figures]".formatted(OWN, suite);
	}

	/**
	 * Remove the charts in the section of a suite, since an earlier run may have had
	 * other workloads.
	 */
	void clear(String suite) throws IOException {
		Path page = page(suite);
		if (Files.exists(page)) {
			Matcher section = section(suite).matcher(Files.readString(page));
			List<MatchResult> charts = section.find() ? CHART.matcher(section.group()).results().toList() : List.of();
			for (MatchResult chart : charts) {
				Files.deleteIfExists(image(chart.group(1)));
			}
		}
	}

	/**
	 * Write the section of a suite between its two markers.
	 * @return the page that has the markers, or a new page
	 */
	Path write(String suite, String text) throws IOException {
		Path page = page(suite);
		String marked = BEGIN.formatted(suite) + "\n" + text + END.formatted(suite);
		String old = Files.exists(page) ? Files.readString(page) : "";
		Matcher section = section(suite).matcher(old);
		Files.writeString(page,
				section.find() ? old.substring(0, section.start()) + marked + old.substring(section.end()) : marked);
		return page;
	}

	private Path page(String suite) throws IOException {
		List<Path> pages;
		try (Stream<Path> files = Files.list(pages())) {
			pages = files.filter((file) -> file.getFileName().toString().startsWith(OWN)).sorted().toList();
		}
		for (Path page : pages) {
			if (section(suite).matcher(Files.readString(page)).find()) {
				return page;
			}
		}
		return pages().resolve(OWN + "-" + suite + ".adoc");
	}

	private static Pattern section(String suite) {
		return Pattern.compile(Pattern.quote(BEGIN.formatted(suite)) + ".*?" + Pattern.quote(END.formatted(suite)),
				Pattern.DOTALL);
	}

	private Path pages() throws IOException {
		return Files.createDirectories(this.root.resolve("pages"));
	}

	private Path folder(String family) throws IOException {
		return Files.createDirectories(this.root.resolve(family).resolve(OWN));
	}

}
