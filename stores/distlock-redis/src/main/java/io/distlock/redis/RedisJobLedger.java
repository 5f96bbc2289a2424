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

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.redis.transport.LockScript;
import io.distlock.redis.transport.RedisTransport;
import io.distlock.redis.transport.ReplicaSettings;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRunText;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobStateText;

/**
 * Keeps cluster jobs in two keys each, without a time to live: a hash, and a sorted set
 * of the records of its runs. Reading and changing are one script each.
 */
final class RedisJobLedger implements JobLedger {

	private static final LockScript READ = LockScript.load("job-read");

	private static final LockScript WRITE = LockScript.load("job-write");

	private static final LockScript HISTORY = LockScript.load("job-history");

	private final RedisTransport transport;

	private final ReplicaSettings replicas;

	RedisJobLedger(RedisTransport transport, ReplicaSettings replicas) {
		this.transport = transport;
		this.replicas = replicas;
	}

	@Override
	public JobEntry read(LockKey job) {
		ScriptCall call = new ScriptCall(READ, List.of(RedisKeys.of(job).job()), JobStateText.NAMES,
				() -> "read job '" + job + "'");
		ScriptReply reply = this.transport.run(call);
		return understood(call, () -> entry(reply));
	}

	@Override
	public boolean write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize) {
		RedisKeys keys = RedisKeys.of(job);
		List<String> arguments = new ArrayList<>();
		arguments.add(Long.toString(version));
		arguments.add(Integer.toString(historySize));
		arguments.add(Integer.toString(runs.size()));
		runs.forEach((run) -> arguments.add(JobRunText.of(run)));
		List<String> values = JobStateText.values(state);
		for (int i = 0; i < values.size(); i++) {
			arguments.addAll(List.of(JobStateText.NAMES.get(i), values.get(i)));
		}
		// As with a lease, what replicas do not have would be forgotten in a failover.
		ScriptCall call = new ScriptCall(WRITE, List.of(keys.job(), keys.runs()), arguments,
				() -> "write job '" + job + "'", ScriptCall.Effect.LEASES);
		return this.transport.run(call, this.replicas).number(0) == 1;
	}

	@Override
	public List<JobRun> history(LockKey job, int limit) {
		if (limit < 1) {
			return List.of();
		}
		ScriptCall call = new ScriptCall(HISTORY, List.of(RedisKeys.of(job).runs()), List.of(Integer.toString(limit)),
				() -> "list the runs of job '" + job + "'");
		List<Object> records = this.transport.run(call).values();
		return understood(call, () -> records.stream().map(Object::toString).map(JobRunText::parse).toList());
	}

	private static JobEntry entry(ScriptReply reply) {
		Instant now = Instant.ofEpochSecond(Long.parseLong(reply.text(0)), 1000 * Long.parseLong(reply.text(1)));
		if (reply.values().size() == 2) {
			return new JobEntry(0, JobState.unknown(), now);
		}
		List<String> values = IntStream.range(3, reply.values().size()).mapToObj(reply::text).toList();
		return new JobEntry(Long.parseLong(reply.text(2)), JobStateText.parse(values), now);
	}

	private static <T> T understood(ScriptCall call, Supplier<T> reading) {
		try {
			return reading.get();
		}
		catch (DateTimeException | IllegalArgumentException | IndexOutOfBoundsException ex) {
			throw new LockStoreException(
					"Could not %s in Redis: the key '%s' holds something that is no job of this version"
						.formatted(call.purpose(), call.keys().get(0)),
					LockStoreException.Outcome.PERMANENT, ex);
		}
	}

}
