package io.distlock.benchmark.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.style.CategoryStyler;

/**
 * Draws ratios to a floor as bars.
 */
final class RatioChart {

	private static final int WIDTH = 1000;

	private static final int HEIGHT = 420;

	private RatioChart() {
	}

	static void write(Path file, String title, List<String> names, List<Double> ratios) throws IOException {
		CategoryChart chart = new CategoryChartBuilder().width(WIDTH)
			.height(HEIGHT)
			.title(title)
			.yAxisTitle("ratio to the floor")
			.build();
		CategoryStyler styler = chart.getStyler();
		styler.setLegendVisible(false);
		styler.setLabelsVisible(true);
		styler.setXAxisLabelRotation(30);
		chart.addSeries("ratio", names, ratios);
		VectorGraphicsEncoder.saveVectorGraphic(chart, file.toString(), VectorGraphicsFormat.SVG);
	}

}
