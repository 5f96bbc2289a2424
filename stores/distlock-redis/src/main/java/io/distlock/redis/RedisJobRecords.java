/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.redis;

import java.time.Instant;
import java.util.List;

import io.distlock.redis.transport.ScriptReply;
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
