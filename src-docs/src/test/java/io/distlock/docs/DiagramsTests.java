// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import net.sourceforge.plantuml.FileFormat;
import net.sourceforge.plantuml.FileFormatOption;
import net.sourceforge.plantuml.SourceStringReader;
import net.sourceforge.plantuml.code.TranscoderUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The diagrams of pages are drawn from texts. With {@code -Ddocs.write} this draws them.
 * Fonts differ from machine to machine, so it does not compare the pictures, but the text
 * that each picture was drawn from, which it contains.
 */
class DiagramsTests {

	private static final Path TEXTS = Document.PAGES.resolveSibling("diagrams");

	private static final Path PICTURES = Document.PAGES.resolveSibling("images/diagrams");

	private static final Pattern DRAWN_FROM = Pattern.compile("<\\?plantuml-src (\\S+?)\\?>");

	private static final Pattern SHOWN = Pattern.compile("^image::diagrams/(\\S+)\\.svg\\[\".+\"]$", Pattern.MULTILINE);

	static List<Path> texts() {
		return Document.files(TEXTS, ".puml");
	}

	@ParameterizedTest
	@MethodSource("texts")
	void diagramIsDrawnFromItsText(Path text) throws IOException {
		String source = source(text);
		Path picture = PICTURES.resolve(name(text) + ".svg");
		if (System.getProperty("docs.write") != null) {
			draw(source, picture);
		}
		String drawnFrom = DRAWN_FROM.matcher(Files.readString(picture))
			.results()
			.map((found) -> decoded(found.group(1)))
			.findFirst()
			.orElse("");
		assertThat(drawnFrom.strip()).as("%s, which DiagramsTests draws anew with -Ddocs.write", picture)
			.isEqualTo(source.strip());
	}

	@Test
	void pagesShowEachDiagramOnceAndDescribeIt() {
		assertThat(Document.pages().stream().map(Document::text).flatMap((page) -> SHOWN.matcher(page).results()))
			.extracting((MatchResult shown) -> shown.group(1))
			.containsExactlyInAnyOrderElementsOf(texts().stream().map(DiagramsTests::name).toList());
	}

	private static String source(Path text) throws IOException {
		return Files.readString(text).replace("!include style.iuml\n", Files.readString(TEXTS.resolve("style.iuml")));
	}

	private static void draw(String source, Path picture) throws IOException {
		try (OutputStream out = Files.newOutputStream(picture)) {
			new SourceStringReader(source).outputImage(out, new FileFormatOption(FileFormat.SVG));
		}
	}

	private static String decoded(String source) {
		try {
			return TranscoderUtil.getDefaultTranscoder().decode(source);
		}
		catch (Exception ex) {
			throw new IllegalStateException("The picture does not say what it was drawn from", ex);
		}
	}

	private static String name(Path text) {
		return text.getFileName().toString().replace(".puml", "");
	}

}
