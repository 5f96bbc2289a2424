// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the reference, or the README.
 *
 * @param path where it is
 * @param text what it says
 */
public record Document(Path path, String text) {

	private static final Pattern ASCIIDOC_BLOCK = Pattern.compile(
			"^\\[source,(?<language>\\w+)[^\\]]*\\]\\R----\\R(?<code>.*?)\\R----$", Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern FOREIGN_BLOCK = Pattern.compile(
			"^\\[source\\.foreign,java[^\\]]*\\]\\R----\\R(?<code>.*?)\\R----$", Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern MARKDOWN_BLOCK = Pattern.compile("^```(?<language>\\w+)\\R(?<code>.*?)\\R```$",
			Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern TITLED_BLOCK = Pattern.compile(
			"^\\.(?<title>[^.\\n][^\\n]*)\\R\\[source,\\w+\\]\\R----\\R(?<code>.*?)\\R----$",
			Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern MADE = Pattern.compile("[/\\\\](target|\\.git|node_modules|site[/\\\\]build)$");

	public static final Path ROOT = Path.of(System.getProperty("docs.root", "..")).normalize();

	public static final Path PAGES = ROOT.resolve("src-docs/modules/ROOT/pages");

	public static final Path EXAMPLES = ROOT.resolve("src-docs/modules/ROOT/examples");

	public static Document readme() {
		return read(ROOT.resolve("README.md"));
	}

	public static Document page(String name) {
		return read(PAGES.resolve(name));
	}

	public static List<Document> pages() {
		return files(PAGES, ".adoc").stream().map(Document::read).toList();
	}

	public static List<Document> all() {
		return Stream.concat(Stream.of(readme()), pages().stream()).toList();
	}

	/**
	 * Return the files of these kinds that people have written. Does not enter folders of
	 * what is built, which another module may change at the same time.
	 */
	public static List<Path> files(Path folder, String... extensions) {
		List<Path> found = new ArrayList<>();
		try {
			Files.walkFileTree(folder, new SimpleFileVisitor<>() {

				@Override
				public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
					return MADE.matcher(directory.toString()).find() ? FileVisitResult.SKIP_SUBTREE
							: FileVisitResult.CONTINUE;
				}

				@Override
				public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
					if (Stream.of(extensions).anyMatch(file.toString()::endsWith)) {
						found.add(file);
					}
					return FileVisitResult.CONTINUE;
				}

			});
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return found.stream().sorted().toList();
	}

	public static Document read(Path path) {
		try {
			return new Document(path, Files.readString(path));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public List<String> blocks(String language) {
		Pattern pattern = this.path.toString().endsWith(".md") ? MARKDOWN_BLOCK : ASCIIDOC_BLOCK;
		List<String> blocks = new ArrayList<>();
		Matcher matcher = pattern.matcher(this.text);
		while (matcher.find()) {
			if (matcher.group("language").equals(language)) {
				blocks.add(matcher.group("code"));
			}
		}
		return blocks;
	}

	/**
	 * Return the Java that uses another library in the place of this one, and is not
	 * compiled.
	 * @return the code of each block
	 */
	public List<String> foreignBlocks() {
		return FOREIGN_BLOCK.matcher(this.text).results().map((block) -> block.group(1)).toList();
	}

	/**
	 * Return the blocks that have a title, such as the name of a file.
	 * @return the code of each, by its title
	 */
	public Map<String, String> titledBlocks() {
		Map<String, String> blocks = new LinkedHashMap<>();
		TITLED_BLOCK.matcher(this.text).results().forEach((block) -> blocks.put(block.group(1), block.group(2)));
		return blocks;
	}

	@Override
	public String toString() {
		return ROOT.relativize(this.path).toString();
	}

}
