// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.redis.internal.transport.KeyScan;
import io.distlock.redis.internal.transport.LockScript;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobText;

/**
 * Keeps each cluster job in two keys without a time to live: a hash, and a sorted set of
 * the records of its runs. A read and a change are one script each.
 */
final class RedisJobLedger implements JobLedger {

	private static final LockScript READ = LockScript.load(RedisJobLedger.class, "job-read");

	private static final LockScript WRITE = LockScript.load(RedisJobLedger.class, "job-change", "job-write");

	private static final LockScript END = LockScript.load(RedisJobLedger.class, "job-end", "record", "free",
			"job-write");

	private static final LockScript HISTORY = LockScript.load(RedisJobLedger.class, "job-history");

	private static final LockScript REMOVE = LockScript.load(RedisJobLedger.class, "job-remove");

	// Number of keys that are scanned to find the jobs.
	private static final int SCAN_LIMIT = 100_000;

	private static final int BATCH_SIZE = 500;

	private static final int WOKEN = 3;

	private static final int RUNNING = JobText.NAMES.indexOf("running");

	private final RedisTransport transport;

	private final LockScripts scripts;

	private final HandoffMonitor handoffs;

	// Runs scripts whose writes enough replicas must have.
	private final Function<ScriptCall, ScriptReply> writes;

	RedisJobLedger(RedisTransport transport, LockScripts scripts, HandoffMonitor handoffs,
			Function<ScriptCall, ScriptReply> writes) {
		this.transport = transport;
		this.scripts = scripts;
		this.handoffs = handoffs;
		this.writes = writes;
	}

	@Override
	public JobEntry read(LockKey job) {
		ScriptCall call = reading(List.of(job), () -> "read job '" + job + "'");
		return entries(call, this.transport.run(call)).get(0);
	}

	@Override
	public Map<LockKey, JobEntry> readAll(Collection<LockKey> jobs) {
		if (jobs.size() == 1) {
			LockKey job = jobs.iterator().next();
			return Map.of(job, read(job));
		}
		int atOnce = this.transport.isCluster() ? 1 : BATCH_SIZE;
		List<LockKey> all = List.copyOf(jobs);
		List<ScriptCall> calls = IntStream.iterate(0, (from) -> from < all.size(), (from) -> from + atOnce)
			.mapToObj((from) -> reading(all.subList(from, Math.min(from + atOnce, all.size())), () -> "read jobs"))
			.toList();
		List<CompletableFuture<ScriptReply>> replies = this.transport.send(calls, ReplicaSettings.defaults());
		Map<LockKey, JobEntry> found = new LinkedHashMap<>();
		LockStoreException failure = null;
		for (int i = 0; i < calls.size(); i++) {
			try {
				ScriptCall call = calls.get(i);
				List<JobEntry> entries = entries(call, RedisReplies.await(replies.get(i), call::purpose));
				Iterator<LockKey> keys = all.listIterator(i * atOnce);
				entries.forEach((entry) -> found.put(keys.next(), entry));
			}
			catch (LockStoreException ex) {
				failure = ex;
				if (ex.getOutcome() == LockStoreException.Outcome.PERMANENT) {
					throw ex;
				}
			}
		}
		if (failure != null && found.isEmpty()) {
			throw failure;
		}
		return found;
	}

	private static ScriptCall reading(List<LockKey> jobs, Supplier<String> purpose) {
		List<String> keys = jobs.stream().map((job) -> new RedisKeys(job).job()).toList();
		return new ScriptCall(READ, keys, JobText.NAMES, purpose);
	}

	@Override
	public Duration leaseLeft(LockKey lock) {
		ScriptReply reply = this.transport.run(this.scripts.describe(List.of(new RedisKeys(lock).lock())));
		return reply.values().isEmpty() ? Duration.ZERO : Duration.ofMillis(reply.number(2));
	}

	@Override
	public Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize) {
		RedisKeys keys = new RedisKeys(job);
		return entry(state,
				write(WRITE, List.of(keys.job(), keys.runs()), job, arguments(version, state, runs, historySize)));
	}

	// In a cluster, the lock and the job may be on different masters.
	@Override
	public Optional<JobWrite> releasing(LockKey lock, LockOwner owner, long lastToken) {
		return this.transport.isCluster() ? Optional.empty() : Optional.of((job, version, state, runs, historySize) -> {
			RedisKeys locked = new RedisKeys(lock);
			RedisKeys keys = new RedisKeys(job);
			List<String> arguments = arguments(version, state, runs, historySize);
			arguments.addAll(this.scripts.releasing(owner, lastToken));
			ScriptReply reply = write(END, List.of(locked.lock(), locked.queue(), keys.job(), keys.runs()), job,
					arguments);
			if (reply.number(0) != 0 && reply.number(WOKEN) != 0) {
				this.handoffs.watch(locked.lock(), reply.number(WOKEN));
			}
			return entry(state, reply);
		});
	}

	private static List<String> arguments(long version, JobState state, List<JobRun> runs, int historySize) {
		List<String> arguments = new ArrayList<>(
				List.of(Long.toString(version), Integer.toString(historySize), Integer.toString(runs.size())));
		List<String> values = JobText.values(state);
		JobRun running = state.running();
		for (JobRun run : runs) {
			arguments.add((run == running) ? values.get(RUNNING) : run.text());
		}
		for (int i = 0; i < values.size(); i++) {
			arguments.addAll(List.of(JobText.NAMES.get(i), values.get(i)));
		}
		arguments.addAll(List.of("write", UUID.randomUUID().toString()));
		return arguments;
	}

	// As with a lease, what replicas do not have would be forgotten in a failover.
	private ScriptReply write(LockScript script, List<String> keys, LockKey job, List<String> arguments) {
		return this.writes
			.apply(new ScriptCall(script, keys, arguments, () -> "write job '" + job + "'", ScriptCall.Effect.LEASES));
	}

	private static Optional<JobEntry> entry(JobState state, ScriptReply reply) {
		long written = reply.number(0);
		return (written == 0) ? Optional.empty()
				: Optional.of(new JobEntry(written, state, time(reply.number(1), reply.number(2))));
	}

	private static Instant time(long seconds, long micros) {
		return Instant.ofEpochSecond(seconds, 1000 * micros);
	}

	@Override
	public List<JobRun> history(LockKey job, int limit) {
		if (limit < 1) {
			return List.of();
		}
		ScriptCall call = new ScriptCall(HISTORY, List.of(new RedisKeys(job).runs()), List.of(Integer.toString(limit)),
				() -> "list the runs of job '" + job + "'");
		List<Object> records = this.transport.run(call).values();
		return understood(call, () -> records.stream().map(Object::toString).map(JobRun::of).toList());
	}

	@Override
	public List<LockKey> jobs(String keyPrefix) {
		KeyScan found = this.transport.scan(RedisKeys.jobs(keyPrefix), SCAN_LIMIT, KeyScan.MAX_SCAN_TIME);
		return JobLedger.decode(found.keys().stream().map(RedisKeys::encodedJob).toList(), keyPrefix);
	}

	@Override
	public boolean remove(LockKey job, long version) {
		RedisKeys keys = new RedisKeys(job);
		ScriptCall call = new ScriptCall(REMOVE, List.of(keys.job(), keys.runs()), List.of(Long.toString(version)),
				() -> "remove job '" + job + "'", ScriptCall.Effect.LEASES);
		long removed = this.writes.apply(call).number(0);
		if (removed > 1) {
			throw new LockStoreException(
					"Could not %s in Redis: the server's clock is behind the last change of the job. Try again later"
						.formatted(call.purpose()),
					LockStoreException.Outcome.TRANSIENT, null);
		}
		return removed == 1;
	}

	private static List<JobEntry> entries(ScriptCall call, ScriptReply reply) {
		return understood(call, () -> {
			List<String> texts = reply.values().stream().map(Object::toString).toList();
			Instant now = time(Long.parseLong(texts.get(0)), Long.parseLong(texts.get(1)));
			JobEntry unknown = new JobEntry(0, JobState.unknown(), now);
			List<JobEntry> entries = new ArrayList<>(Collections.nCopies(call.keys().size(), unknown));
			for (int at = 2; at < texts.size(); at += 3) {
				entries.set(Integer.parseInt(texts.get(at)),
						new JobEntry(Long.parseLong(texts.get(at + 1)), JobText.state(texts.get(at + 2)), now));
			}
			return entries;
		});
	}

	private static <T> T understood(ScriptCall call, Supplier<T> reading) {
		try {
			return reading.get();
		}
		catch (DateTimeException | IllegalArgumentException | IndexOutOfBoundsException ex) {
			throw new LockStoreException(
					"Could not %s in Redis: %s does not hold a job of this version. Unless a node of another version runs, delete it with DEL"
						.formatted(call.purpose(),
								(call.keys().size() == 1) ? "the key '" + call.keys().get(0) + "'" : "a key"),
					LockStoreException.Outcome.PERMANENT, ex);
		}
	}

}
