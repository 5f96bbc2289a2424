// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.CategoryStyler;

/**
 * Draws a bar for each contestant.
 */
final class BarChart {

	private static final int WIDTH = 1000;

	private static final int HEIGHT = 420;

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
		Svg.write(file, chart);
	}

}
