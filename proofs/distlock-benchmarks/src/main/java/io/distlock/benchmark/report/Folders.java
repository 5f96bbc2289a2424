// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.report;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where pages and charts go: the folders of a module of the reference.
 *
 * @param root the module
 */
public record Folders(Path root) {

	private static final String OWN = "benchmarks";

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
	 * Remove the charts of an earlier run, which may have had other workloads.
	 */
	void clear(String suite) throws IOException {
		try (DirectoryStream<Path> files = Files.newDirectoryStream(image(".").normalize(), suite + "-*.svg")) {
			for (Path file : files) {
				Files.delete(file);
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
