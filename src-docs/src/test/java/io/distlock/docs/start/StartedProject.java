// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a reader has made in an empty folder.
 */
final class StartedProject {

	private final Path folder;

	private final Path settings;

	private final Path repository;

	private StartedProject(Path folder, Path settings, Path repository) {
		this.folder = folder;
		this.settings = settings;
		this.repository = repository;
	}

	static StartedProject create(Path folder, Path settings, Path repository, Map<String, String> files)
			throws IOException {
		FileSystemUtils.deleteRecursively(folder);
		for (Map.Entry<String, String> file : files.entrySet()) {
			Path path = folder.resolve(file.getKey());
			Files.createDirectories(path.getParent());
			Files.writeString(path, file.getValue());
		}
		return new StartedProject(folder, settings, repository);
	}

	/**
	 * Run a command to its end.
	 */
	void run(String command) throws IOException, InterruptedException {
		try (Terminal terminal = open(command)) {
			assertThat(terminal.end()).as(() -> String.join("\n", terminal.lines())).isZero();
		}
	}

	/**
	 * Start a command in a terminal of its own.
	 */
	Terminal open(String command) throws IOException {
		String maven = "%s/bin/mvn -B -ntp -s %s -Dmaven.repo.local=%s ".formatted(System.getProperty("docs.maven"),
				this.settings, this.repository);
		return Terminal.open(this.folder, command.replaceFirst("^mvn ", maven));
	}

}
