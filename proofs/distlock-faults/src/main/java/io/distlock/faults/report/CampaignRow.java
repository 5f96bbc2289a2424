// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.report;

import java.time.LocalDate;
import java.util.List;

import io.distlock.faults.history.Counts;
import io.distlock.faults.round.RoundResult;
import io.distlock.faults.round.StoreResult;

/**
 * Totals of the latest campaign over one deployment of a store.
 *
 * @param deployment the name of the deployment
 * @param servers the servers and their versions
 * @param date the day of the campaign
 * @param command the command that repeats the campaign
 * @param rounds number of rounds
 * @param grants number of grants
 * @param rejected number of stale writes that the register refused
 * @param lost number of grants whose holder was notified of a loss
 * @param unknown number of attempts and releases without an answer
 * @param violations number of violations of rules
 */
record CampaignRow(String deployment, String servers, String date, String command, long rounds, long grants,
		long rejected, long lost, long unknown, long violations) {

	static final String HEADER = Csv.row("deployment", "servers", "date", "command", "rounds", "grants",
			"stale_writes_refused", "lost_locks", "not_known", "violations");

	static CampaignRow of(StoreResult result, String command) {
		Counts counts = result.rounds()
			.stream()
			.map(RoundResult::counts)
			.reduce(new Counts(0, 0, 0, 0, 0, 0), Counts::plus);
		return new CampaignRow(result.store(), result.version(), LocalDate.now().toString(), command,
				result.rounds().size(), counts.grants(), counts.rejected(), counts.lost(), counts.unknown(),
				result.rounds().stream().mapToLong(RoundResult::violations).sum());
	}

	static CampaignRow parse(List<String> row) {
		return new CampaignRow(row.get(0), row.get(1), row.get(2), row.get(3), Long.parseLong(row.get(4)),
				Long.parseLong(row.get(5)), Long.parseLong(row.get(6)), Long.parseLong(row.get(7)),
				Long.parseLong(row.get(8)), Long.parseLong(row.get(9)));
	}

	String csv() {
		return Csv.row(this.deployment, this.servers, this.date, this.command, this.rounds, this.grants, this.rejected,
				this.lost, this.unknown, this.violations);
	}

	String asciidoc() {
		String found = (this.violations == 0) ? "0" : "*%d*".formatted(this.violations);
		return "|link:{attachmentsdir}/faults/%1$s.csv[%1$s] |%2$s |%3$d |%4$d |%5$d |%6$d |%7$s\n"
			.formatted(this.deployment, this.servers, this.rounds, this.grants, this.rejected, this.lost, found);
	}

}
