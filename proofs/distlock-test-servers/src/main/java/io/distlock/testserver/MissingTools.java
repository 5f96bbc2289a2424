// SPDX-License-Identifier: Apache-2.0

package io.distlock.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Keeps a note of each tool that this machine lacks, in the module whose tests were
 * skipped, and says so at the end of the build.
 */
public final class MissingTools {

	private static final Path NOTE = Path.of("target", "missing-tools.txt");

	private MissingTools() {
	}

	/**
	 * Note that tests were skipped.
	 */
	static void note(String reason) {
		if (Files.isDirectory(NOTE.getParent())) {
			try {
				Files.writeString(NOTE, reason + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

	/**
	 * Print what was noted in all modules, and forget it.
	 * @param root the folder with the modules
	 * @throws IOException if a note cannot be read
	 */
	public static void main(String... root) throws IOException {
		Set<String> reasons = takeAll(Path.of(root[0]));
		if (!reasons.isEmpty()) {
			System.out.println("Tests were skipped, since this machine lacks what they want:");
			reasons.forEach((reason) -> System.out.println("- " + reason));
		}
	}

	static Set<String> takeAll(Path root) throws IOException {
		List<Path> notes;
		try (Stream<Path> folders = Files.walk(root, 2)) {
			notes = folders.map((folder) -> folder.resolve(NOTE)).filter(Files::exists).toList();
		}
		Set<String> reasons = new TreeSet<>();
		for (Path note : notes) {
			reasons.addAll(Files.readAllLines(note));
			Files.delete(note);
		}
		return reasons;
	}

}
