// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.distlock.benchmark.measure.Spread;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws quantities over time, each in percent of its median.
 */
final class LineChart {

	private static final int WIDTH = 1000;

	private static final int HEIGHT = 520;

	private LineChart() {
	}

	static void write(Path file, String title, String axis, Map<String, List<Double>> series) throws IOException {
		XYChart chart = new XYChartBuilder().width(WIDTH)
			.height(HEIGHT)
			.title(title)
			.xAxisTitle(axis)
			.yAxisTitle("Percent of the median")
			.build();
		chart.getStyler().setYAxisMin(0.0).setLegendPosition(Styler.LegendPosition.OutsideE);
		series.forEach((name, values) -> {
			double median = Spread.of(values).median();
			chart.addSeries(name, null, values.stream().map((value) -> 100 * value / median).toList())
				.setMarker(SeriesMarkers.NONE);
		});
		Svg.write(file, chart);
	}

}
