// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Part of a page of the reference that the harness writes, between two comments with the
 * name of the part.
 *
 * @param page the page, relative to the module of the reference
 * @param name the name of the part
 * @since 0.1.0
 */
public record GeneratedPart(String page, String name) {

	/**
	 * Return the text of the part.
	 * @param reference the module of the reference
	 * @return the text, without the blank lines around it
	 * @throws IOException if the page cannot be read
	 */
	public String read(Path reference) throws IOException {
		String text = Files.readString(reference.resolve(this.page));
		return text.substring(start(text), end(text)).strip();
	}

	/**
	 * Replace the text of the part.
	 * @param reference the module of the reference
	 * @param part the new text
	 * @throws IOException if the page cannot be read or written
	 */
	public void write(Path reference, String part) throws IOException {
		Path file = reference.resolve(this.page);
		String text = Files.readString(file);
		Files.writeString(file,
				text.substring(0, start(text)) + "\n\n" + part.strip() + "\n\n" + text.substring(end(text)));
	}

	private int start(String text) {
		String comment = "// generated: " + this.name;
		return indexOf(text, comment) + comment.length();
	}

	private int end(String text) {
		return indexOf(text, "// end of generated: " + this.name);
	}

	private int indexOf(String text, String comment) {
		int index = text.indexOf(comment + "\n");
		if (index < 0) {
			throw new IllegalStateException("%s has no line '%s'".formatted(this.page, comment));
		}
		return index;
	}

}
