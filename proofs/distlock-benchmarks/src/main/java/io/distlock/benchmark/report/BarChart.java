// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.style.CategoryStyler;

/**
 * Draws a bar for each contestant.
 */
final class BarChart {

	private static final int WIDTH = 1000;

	private static final int HEIGHT = 420;

	/**
	 * It names an address without encryption, which the build refuses, and that is not
	 * needed it.
	 */
	private static final Pattern DOCTYPE = Pattern.compile("<!DOCTYPE[^>]*>\\R?");

	private BarChart() {
	}

	static void write(Path file, String title, String axis, List<String> names, List<Double> values)
			throws IOException {
		CategoryChart chart = new CategoryChartBuilder().width(WIDTH)
			.height(HEIGHT)
			.title(title)
			.yAxisTitle(axis)
			.build();
		CategoryStyler styler = chart.getStyler();
		styler.setLegendVisible(false);
		styler.setLabelsVisible(true);
		styler.setXAxisLabelRotation(30);
		chart.addSeries(axis, names, values);
		VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(), VectorGraphicsFormat.SVG);
		Files.writeString(file, DOCTYPE.matcher(Files.readString(file)).replaceFirst(""));
	}

}
