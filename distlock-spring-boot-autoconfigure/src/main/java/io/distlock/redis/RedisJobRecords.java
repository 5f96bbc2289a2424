package io.distlock.redis;

import java.time.Instant;
import java.util.List;

import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRunText;
import io.distlock.scheduling.ledger.JobState;

/**
 * Cluster jobs as arguments and replies of scripts.
 */
final class RedisJobRecords {

	private RedisJobRecords() {
	}

	static List<String> state(JobState state) {
		return List.of(state.trigger(), JobRunText.of(state.since()), JobRunText.of(state.lastFireTime()),
				JobRunText.of(state.lastEnd()), Boolean.toString(state.paused()),
				JobRunText.ofNullable(state.running()));
	}

	static JobEntry entry(ScriptReply reply) {
		Instant now = Instant.ofEpochSecond(Long.parseLong(reply.text(0)), 1000 * Long.parseLong(reply.text(1)));
		if (reply.values().size() == 2) {
			return new JobEntry(0, JobState.unknown(), now);
		}
		JobState state = new JobState(reply.text(3), Instant.parse(reply.text(4)), JobRunText.parseTime(reply.text(5)),
				JobRunText.parseTime(reply.text(6)), JobRunText.parseNullable(reply.text(8)),
				Boolean.parseBoolean(reply.text(7)));
		return new JobEntry(Long.parseLong(reply.text(2)), state, now);
	}

}
