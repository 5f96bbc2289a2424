/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
