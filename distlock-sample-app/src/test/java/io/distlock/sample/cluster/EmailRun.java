// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.cluster;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.distlock.sample.EmailClient;
import tools.jackson.databind.JsonNode;

/**
 * A run of the email job as the page shows it.
 */
record EmailRun(Instant fireTime, int attempt, String node, Instant startedAt, String outcome, int emails) {

	private static EmailRun of(JsonNode run) {
		return new EmailRun(Instant.parse(run.get("fireTime").asString()), run.get("attempt").asInt(),
				run.get("node").asString(), Instant.parse(run.get("startedAt").asString()),
				run.get("outcome").asString(), run.get("emailsInAll").asInt());
	}

	static List<EmailRun> latest(EmailClient email, int most) {
		return email.read("/email?runs=" + most)
			.stream()
			.flatMap((state) -> state.get("runs").valueStream())
			.map(EmailRun::of)
			.toList();
	}

	/**
	 * Return the processes of the nodes that live, by name.
	 */
	static Map<String, Long> pids(EmailClient email) {
		return email.read("/state")
			.stream()
			.flatMap((state) -> state.get("nodes").valueStream())
			.filter((node) -> node.get("alive").asBoolean())
			.collect(Collectors.toMap((node) -> node.get("name").asString(), (node) -> node.get("pid").asLong()));
	}

}
