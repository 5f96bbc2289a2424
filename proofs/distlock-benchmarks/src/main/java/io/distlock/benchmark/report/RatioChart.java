// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.List;

import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws ratios as bars to the left and to the right of 1, each below its name, so that
 * the chart is narrow enough for a phone.
 */
final class RatioChart {

	private static final int WIDTH = 440;

	private static final int ROW_HEIGHT = 46;

	private static final int AXIS_HEIGHT = 60;

	/**
	 * Room for a number at both ends of the axis.
	 */
	private static final double ROOM_BEFORE = 2;

	private static final double ROOM_AFTER = 2.4;

	/**
	 * How far the name is above the bar, of the height of a row.
	 */
	private static final double NAME_ABOVE = 0.45;

	/**
	 * How far the line at 1 goes beyond the middle of the bar, so that it leaves out the
	 * names.
	 */
	private static final double EVEN_HEIGHT = 0.24;

	private static final int LABEL_GAP = 6;

	private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 14);

	/* The colours of the site, as they are on white */

	private static final Color INK = new Color(0x1f2328);

	private static final Color DIM = new Color(0x59636e);

	private static final Color AHEAD = new Color(0x0a58ca);

	private static final Color BEHIND = new Color(0x8a5a00);

	private final XYChart chart;

	private final List<Glance.Row> rows;

	private final double least;

	private final double most;

	private RatioChart(String axis, List<Glance.Row> rows) {
		this.rows = rows;
		this.least = rows.stream().mapToDouble((row) -> row.ratio().least()).min().orElse(1) / ROOM_BEFORE;
		this.most = rows.stream().mapToDouble((row) -> row.ratio().most()).max().orElse(1) * ROOM_AFTER;
		this.chart = new XYChartBuilder().width(WIDTH)
			.height(rows.size() * ROW_HEIGHT + AXIS_HEIGHT)
			.xAxisTitle(axis)
			.build();
	}

	static void write(Path file, String axis, List<Glance.Row> rows, String description) throws IOException {
		RatioChart drawn = new RatioChart(axis, rows);
		drawn.style(drawn.chart.getStyler());
		for (int i = 0; i < rows.size(); i++) {
			drawn.bar(rows.get(i), drawn.height(i));
		}
		drawn.name();
		Svg.write(file, drawn.chart, description);
	}

	private void style(XYStyler styler) {
		styler.setChartBackgroundColor(new Color(0, true));
		styler.setPlotBackgroundColor(new Color(0, true));
		styler.setLegendVisible(false);
		styler.setPlotBorderVisible(false);
		styler.setPlotGridLinesVisible(false);
		styler.setPlotContentSize(1);
		styler.setYAxisTicksVisible(false);
		styler.setYAxisMin(0.0);
		styler.setYAxisMax((double) this.rows.size());
		styler.setXAxisLogarithmic(true);
		styler.setXAxisMin(this.least);
		styler.setXAxisMax(this.most);
		styler.setXAxisLogarithmicDecadeOnly(true);
		styler.setXAxisTickLabelsColor(DIM);
		styler.setAxisTickLabelsFont(FONT);
		styler.setAxisTitleFont(FONT);
		styler.setXAxisTitleColor(DIM);
		styler.setAnnotationTextFont(FONT);
		styler.setAnnotationTextFontColor(INK);
	}

	/**
	 * The first row is the highest one.
	 */
	private double height(int row) {
		return this.rows.size() - row - 1 + 0.3;
	}

	private void bar(Glance.Row row, double y) {
		line(row.name(), 1, y, row.ratio().median(), y, 13, row.loss() ? BEHIND : AHEAD);
		line(row.name() + ", even", 1, y - EVEN_HEIGHT, 1, y + EVEN_HEIGHT, 2, INK);
		line(row.name() + ", spread", row.ratio().least(), y, row.ratio().most(), y, 2, INK);
	}

	private void line(String name, double fromX, double fromY, double toX, double toY, float width, Color color) {
		this.chart.addSeries(name, new double[] { fromX, toX }, new double[] { fromY, toY })
			.setMarker(SeriesMarkers.NONE)
			.setLineStyle(new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER))
			.setLineColor(color);
	}

	/**
	 * Where a point is on the screen is known once the chart has been drawn.
	 */
	private void name() {
		BitmapEncoder.getBufferedImage(this.chart);
		for (int i = 0; i < this.rows.size(); i++) {
			Glance.Row row = this.rows.get(i);
			text(row.title(), this.chart.getScreenXFromChart(this.least), height(i) + NAME_ABOVE, 1);
			boolean left = row.ratio().median() < 1;
			double end = left ? Math.min(1, row.ratio().least()) : Math.max(1, row.ratio().most());
			text(text(row.ratio().median()), this.chart.getScreenXFromChart(end) + (left ? -LABEL_GAP : LABEL_GAP),
					height(i), left ? -1 : 1);
		}
	}

	/**
	 * Write to the right or to the left of a place; an annotation is around it.
	 */
	private void text(String text, double x, double y, int direction) {
		double width = FONT.getStringBounds(text, new FontRenderContext(null, true, true)).getWidth();
		this.chart.addAnnotation(new AnnotationText(text, x + direction * width / 2,
				this.chart.getHeight() - this.chart.getScreenYFromChart(y), true));
	}

	/**
	 * Three digits are as many as a chart can show.
	 */
	private static String text(double ratio) {
		return BigDecimal.valueOf(ratio).round(new MathContext(3)).toPlainString();
	}

}
