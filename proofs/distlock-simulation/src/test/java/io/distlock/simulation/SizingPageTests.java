// SPDX-License-Identifier: Apache-2.0

package io.distlock.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * The table of the page on sizing has the figures of the simulation.
 */
class SizingPageTests {

	private static final Path PAGE = Path.of("../../src-docs/modules/ROOT/pages/sizing.adoc");

	/**
	 * Deviation of a figure, as a part of it.
	 */
	private static final double DEVIATION = 0.2;

	@ParameterizedTest
	@EnumSource
	void tableHasTheFigures(StoreKind kind) throws IOException {
		assertRow(kind, "A free lock, acquired", run(kind, Load.FREE, 10).requestsPerGrant());
		assertRow(kind, "A busy lock", run(kind, Load.HOT, 10).requestsPerGrant());
		assertRow(kind, "A node that waits, among 10 ", run(kind, Load.WAITING, 10).requestsPerSecond() / 9);
		assertRow(kind, "A node that waits, among 1000 ", run(kind, Load.WAITING, 1000).requestsPerSecond() / 999);
		assertRow(kind, "A node with 100 held locks", run(kind, Load.HELD, 10).requestsPerSecond() / 10);
		double few = run(kind, Load.JOBS, 10).requestsPerGrant();
		double many = run(kind, Load.JOBS, 100).requestsPerGrant();
		assertRow(kind, "A fire time of a job, for each node", (many - few) / 90);
		assertRow(kind, "A fire time of a job, for the run", many - 100);
		assertRow(kind, "A node with idle jobs", run(kind, Load.IDLE_JOBS, 10).requestsPerSecond() / 10);
	}

	private static Figures run(StoreKind kind, Load load, int nodes) {
		return new Cluster(kind, load, nodes, 1).run(Duration.ofSeconds(10), Duration.ofSeconds(60));
	}

	private static void assertRow(StoreKind kind, String title, double measured) throws IOException {
		List<String> rows = Files.readAllLines(PAGE).stream().filter((line) -> line.startsWith("|" + title)).toList();
		assertThat(rows).as(title).hasSize(1);
		List<String> cells = Arrays.stream(rows.get(0).split("\\|")).map(String::trim).toList();
		double written = Double.parseDouble(cells.get(2 + kind.ordinal()));
		assertThat(written).as("%s, %s", title, kind).isCloseTo(measured, within(DEVIATION * measured));
	}

}
