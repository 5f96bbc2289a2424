package io.distlock.redis;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;

import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import org.jspecify.annotations.Nullable;

/**
 * Cluster jobs as text that people can read and that sorts by time:
 * {@code 2026-03-01T06:00:00.000000Z 0000000001 FAILED <token> <started> <ended> <node> <error>}.
 * A node's name is encoded as in URLs, so that it is one word.
 */
final class RedisJobRecords {

	private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder().appendInstant(6).toFormatter();

	private static final String NONE = "-";

	private static final int PARTS = 8;

	private RedisJobRecords() {
	}

	static List<String> state(JobState state) {
		JobRun running = state.running();
		return List.of(state.trigger(), time(state.since()), time(state.lastFireTime()), time(state.lastEnd()),
				Boolean.toString(state.paused()), (running != null) ? run(running) : NONE);
	}

	static JobEntry entry(ScriptReply reply) {
		Instant now = Instant.ofEpochSecond(Long.parseLong(reply.text(0)), 1000 * Long.parseLong(reply.text(1)));
		if (reply.values().size() == 2) {
			return new JobEntry(0, JobState.unknown(), now);
		}
		String running = reply.text(8);
		JobState state = new JobState(reply.text(3), Instant.parse(reply.text(4)), instant(reply.text(5)),
				instant(reply.text(6)), running.equals(NONE) ? null : run(running),
				Boolean.parseBoolean(reply.text(7)));
		return new JobEntry(Long.parseLong(reply.text(2)), state, now);
	}

	static String run(JobRun run) {
		String text = String.join(" ", time(run.fireTime()), "%010d".formatted(run.attempt()), run.outcome().name(),
				Long.toString(run.fencingToken()), time(run.startedAt()), time(run.endedAt()),
				URLEncoder.encode(run.node(), StandardCharsets.UTF_8));
		return (run.error() != null) ? text + " " + run.error() : text;
	}

	static JobRun run(String text) {
		String[] parts = text.split(" ", PARTS);
		return new JobRun(Instant.parse(parts[0]), Integer.parseInt(parts[1]),
				URLDecoder.decode(parts[6], StandardCharsets.UTF_8), Long.parseLong(parts[3]), Instant.parse(parts[4]),
				instant(parts[5]), JobRun.Outcome.valueOf(parts[2]), (parts.length == PARTS) ? parts[7] : null);
	}

	private static String time(@Nullable Instant time) {
		return (time != null) ? TIME.format(time) : NONE;
	}

	private static @Nullable Instant instant(String text) {
		return text.equals(NONE) ? null : Instant.parse(text);
	}

}
