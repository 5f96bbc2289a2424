// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Writes charts.
 */
final class Svg {

	/**
	 * It names an address without encryption, which the build refuses, and is not needed.
	 */
	private static final Pattern DOCTYPE = Pattern.compile("<!DOCTYPE[^>]*>\\R?");

	private static final Pattern ROOT = Pattern.compile("<svg [^>]*>");

	private Svg() {
	}

	static void write(Path file, Chart<?, ?> chart) throws IOException {
		VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(), VectorGraphicsFormat.SVG);
		Files.writeString(file, DOCTYPE.matcher(Files.readString(file)).replaceFirst(""));
	}

	/**
	 * Write a chart with what it shows in words, since its letters are drawn.
	 */
	static void write(Path file, Chart<?, ?> chart, String description) throws IOException {
		write(file, chart);
		String escaped = description.replace("&", "&amp;").replace("<", "&lt;");
		Files.writeString(file, ROOT.matcher(Files.readString(file))
			.replaceFirst((root) -> Matcher.quoteReplacement(root.group() + "\n  <desc>" + escaped + "</desc>")));
	}

}
