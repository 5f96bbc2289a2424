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

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.distlock.provider.Contender;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.GroupLockProvider;
import io.distlock.provider.HandOver;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockListing;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.RenewalOutcomes;
import io.distlock.provider.StoredLock;
import io.distlock.redis.transport.KeyScan;
import io.distlock.redis.transport.RedisReplies;
import io.distlock.redis.transport.RedisTransport;
import io.distlock.redis.transport.ReplicaSettings;
import io.distlock.redis.transport.ScannedKeys;
import io.distlock.redis.transport.ScriptCall;
import io.distlock.redis.transport.ScriptReply;
import io.distlock.redis.wakeup.RedisWakeUps;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps locks in Redis, each in a few keys of one slot, with leases by the server's
 * clock. Taking a free lock and releasing it are one script each. A node that waits hears
 * of a release by a message, and asks on its own when the holder's lease ends. All these
 * keys have a time to live, so locks that are used only once leave nothing. Cluster jobs
 * are kept beside the locks, in keys that stay.
 * <p>
 * Nothing is connected to before the first lock.
 *
 * @since 0.1.0
 */
public final class RedisLockProvider
		implements LockProvider, GroupLockProvider, LockCatalog, ForcedRelease, JobLedgerSource {

	private static final Duration YIELD_TO_WOKEN = Duration.ofMillis(10);

	private static final int LOST = 0;

	private static final int RENEWED = 1;

	private final RedisTransport transport;

	private final RedisLockSettings settings;

	private final LockScripts scripts;

	private final RedisWakeUps wakeUps;

	private final JobLedger jobs;

	private volatile String holder = "";

	/**
	 * Create a provider.
	 * @param transport the way to the server, which this provider closes
	 * @param settings the settings
	 */
	public RedisLockProvider(RedisTransport transport, RedisLockSettings settings) {
		this.transport = transport;
		this.settings = settings;
		this.scripts = new LockScripts(settings.tokenRetention());
		this.wakeUps = new RedisWakeUps(transport);
		this.jobs = new RedisJobLedger(transport, settings.replicas());
	}

	@Override
	public String name() {
		return "redis";
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		this.holder = claim.holder();
		return new RedisContender(this.transport, this.scripts, this.wakeUps, this.settings, claim, wakeUp);
	}

	@Override
	public boolean canGrantTogether(List<LockKey> keys) {
		return !this.transport.isCluster();
	}

	@Override
	public Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner) {
		this.holder = claims.get(0).holder();
		return RedisContender.leases(claims, owner, run(this.scripts.acquireAll(claims, owner)));
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalOutcomes outcomes) {
		if (leases.isEmpty()) {
			return;
		}
		List<List<Lease>> parts = this.transport.isCluster() ? leases.stream().map(List::of).toList()
				: List.of(List.copyOf(leases));
		List<ScriptCall> calls = parts.stream().map((part) -> this.scripts.renew(part, this.holder)).toList();
		List<CompletableFuture<ScriptReply>> replies = this.transport.send(calls, this.settings.replicas());
		for (int i = 0; i < parts.size(); i++) {
			List<Lease> part = parts.get(i);
			replies.get(i).whenComplete((reply, failure) -> tell(part, reply, failure, outcomes));
		}
	}

	@Override
	public HandOver yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		ScriptReply reply = run(this.scripts.yieldOrRenew(lease, lastToken, claim));
		return switch ((int) reply.number(0)) {
			case LOST -> new HandOver.Lost();
			case RENEWED -> new HandOver.Renewed(Lease.granted(claim, lease.owner(), reply.number(1)));
			default -> new HandOver.Yielded(YIELD_TO_WOKEN);
		};
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		return run(this.scripts.release(key, owner, lastToken)).number(0) == 1;
	}

	@Override
	public List<StoredLock> heldLocks(int limit) {
		return list(limit).locks();
	}

	@Override
	public LockListing listHeldLocks(int limit) {
		return list(limit + 1).first(limit);
	}

	private LockListing list(int limit) {
		ScannedKeys keys = this.transport.scan(RedisKeys.HELD, limit, KeyScan.LONGEST);
		List<ScriptCall> calls = keys.keys().stream().map(this.scripts::describe).toList();
		return new DescribedLocks(calls, this.transport.send(calls, ReplicaSettings.defaults())).list(keys.complete());
	}

	@Override
	public Optional<StoredLock> forceRelease(LockKey key) {
		ScriptCall call = this.scripts.forceRelease(key);
		ScriptReply reply = run(call);
		return (reply.number(0) == 1) ? StoredValues.lock(call.keys().get(0), reply, 1) : Optional.empty();
	}

	@Override
	public JobLedger jobLedger() {
		return this.jobs;
	}

	@Override
	public void close() {
		this.wakeUps.close();
		this.transport.close();
	}

	private ScriptReply run(ScriptCall call) {
		return this.transport.run(call, this.settings.replicas());
	}

	private static void tell(List<Lease> leases, @Nullable ScriptReply lost, @Nullable Throwable failure,
			RenewalOutcomes outcomes) {
		if (lost == null) {
			Throwable cause = RedisReplies.cause(Objects.requireNonNull(failure));
			leases.forEach((lease) -> outcomes.unknown(lease, cause));
			return;
		}
		Set<Object> positions = Set.copyOf(lost.values());
		for (int i = 0; i < leases.size(); i++) {
			if (positions.contains((long) i)) {
				outcomes.lost(leases.get(i));
			}
			else {
				outcomes.kept(leases.get(i));
			}
		}
	}

}
