// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.distlock.faults.round.RoundResult;
import io.distlock.faults.round.StoreResult;

/**
 * Results of a campaign over one deployment, as comma-separated values: a row for each
 * fault, and the totals in the index of all campaigns.
 *
 * @since 0.1.0
 */
public final class FaultTable {

	private final StoreResult result;

	private final String command;

	private FaultTable(StoreResult result, String command) {
		this.result = result;
		this.command = command;
	}

	/**
	 * Create the table of a campaign.
	 * @param result the results
	 * @param command the command that repeats the campaign
	 * @return the table
	 */
	public static FaultTable of(StoreResult result, String command) {
		return new FaultTable(result, command);
	}

	/**
	 * Write the table, and replace the row of the deployment in the index.
	 * @param reference the module of the reference
	 * @throws IOException if a file cannot be written
	 */
	public void write(Path reference) throws IOException {
		Path folder = Files.createDirectories(reference.resolve("attachments").resolve("faults"));
		Files.writeString(folder.resolve(this.result.store() + ".csv"), csv());
		CampaignIndex index = CampaignIndex.read(reference);
		index.put(CampaignRow.of(this.result, this.command));
		index.write(reference);
	}

	String csv() {
		return FaultLine.HEADER
				+ byFault().values().stream().map(FaultLine::of).map(FaultLine::csv).collect(Collectors.joining())
				+ this.result.obstacles()
					.entrySet()
					.stream()
					.map((obstacle) -> FaultLine.leftOut(obstacle.getKey(), obstacle.getValue()))
					.collect(Collectors.joining());
	}

	private Map<String, List<RoundResult>> byFault() {
		return this.result.rounds()
			.stream()
			.collect(Collectors.groupingBy(RoundResult::fault, LinkedHashMap::new, Collectors.toList()));
	}

}
