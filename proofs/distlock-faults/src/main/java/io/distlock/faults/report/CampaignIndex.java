// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Latest campaign over each deployment: a file of comma-separated values, and a table of
 * a page of the reference.
 */
final class CampaignIndex {

	private static final String FILE = "attachments/faults/campaigns.csv";

	static final GeneratedPart TABLE = new GeneratedPart("pages/faults.adoc", "campaigns");

	private final Map<String, CampaignRow> rows = new LinkedHashMap<>();

	private CampaignIndex() {
	}

	/**
	 * Read the index of a reference. A missing file is an empty index.
	 * @param reference the module of the reference
	 * @return the index
	 * @throws IOException if the file cannot be read
	 */
	static CampaignIndex read(Path reference) throws IOException {
		CampaignIndex index = new CampaignIndex();
		Path file = reference.resolve(FILE);
		if (Files.exists(file)) {
			Csv.parse(Files.readString(file)).stream().skip(1).map(CampaignRow::parse).forEach(index::put);
		}
		return index;
	}

	List<CampaignRow> rows() {
		return List.copyOf(this.rows.values());
	}

	/**
	 * Add a campaign, or replace the previous campaign over its deployment.
	 */
	void put(CampaignRow row) {
		this.rows.put(row.deployment(), row);
	}

	void write(Path reference) throws IOException {
		Path file = reference.resolve(FILE);
		Files.createDirectories(file.getParent());
		Files.writeString(file,
				this.rows.values()
					.stream()
					.map(CampaignRow::csv)
					.collect(Collectors.joining("", CampaignRow.HEADER, "")));
		TABLE.write(reference, asciidoc());
	}

	String asciidoc() {
		return """
				[cols="3,5,1,1,1,1,1",options="header"]
				|===
				|Deployment |Servers |Rounds |Grants |Stale writes |Lost locks |Violations

				%s|===
				""".formatted(this.rows.values().stream().map(CampaignRow::asciidoc).collect(Collectors.joining()));
	}

}
