// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import io.distlock.LockMode;
import io.distlock.provider.Contender;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.GroupLockProvider;
import io.distlock.provider.Lease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockListing;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockQuery;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.StoredLock;
import io.distlock.provider.YieldResult;
import io.distlock.redis.internal.transport.KeyScan;
import io.distlock.redis.internal.transport.RedisKeys;
import io.distlock.redis.internal.transport.RedisReplies;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;
import io.distlock.redis.settings.ReplicaSettings;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobLedgerSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps locks in Redis, each in one key, with leases by the server's clock. The
 * acquisition and the release of a free lock are one script each. Waiting nodes form a
 * queue in a second key; the first node is notified of a release by a message, and tries
 * by itself when the holder's lease ends. All these keys have a time to live, so locks
 * that are used once leave nothing behind. Cluster jobs are kept next to the locks, in
 * keys without expiry.
 * <p>
 * The provider connects to the server with the first lock.
 *
 * @since 0.1.0
 */
public final class RedisLockProvider
		implements LockProvider, GroupLockProvider, LockCatalog, ForcedRelease, JobLedgerSource {

	private static final Duration YIELD_TO_WOKEN = Duration.ofMillis(10);

	private static final int SCAN_LIMIT = 100_000;

	private static final int RENEWALS_PER_SCRIPT = 100;

	// Stands for the durations of all leases that are not exclusive.
	private static final Duration SHARED = Duration.ZERO;

	private static final int LOST = 0;

	private static final int RENEWED = 1;

	private static final int RELEASED = 1;

	private final RedisTransport transport;

	private final RedisLockSettings settings;

	private final LockScripts scripts;

	private final HandoffMonitor handoffs;

	// Runs scripts whose leases enough replicas must have.
	private final Function<ScriptCall, ScriptReply> server;

	private final JobLedger jobs;

	private final @Nullable String clientThreads;

	/**
	 * Create a provider.
	 * @param transport the client of the server, closed by this provider
	 * @param settings the settings
	 */
	public RedisLockProvider(RedisTransport transport, RedisLockSettings settings) {
		this.transport = transport;
		this.settings = settings;
		this.clientThreads = transport.clientThreads();
		ReplicaSettings replicas = settings.replicas();
		this.server = replicas.areRequired() ? (call) -> transport.run(call, replicas) : transport::run;
		this.scripts = new LockScripts(settings.tokenRetention(), settings.fair());
		this.handoffs = new HandoffMonitor(transport, this.scripts);
		this.jobs = new RedisJobLedger(transport, this.scripts, this.handoffs, this.server);
	}

	@Override
	public String name() {
		return "redis";
	}

	@Override
	public Set<LockMode> modes() {
		return EnumSet.allOf(LockMode.class);
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		return new RedisContender(this.server, this.scripts, this.handoffs, this.settings, claim, wakeUp);
	}

	@Override
	public boolean canGrantTogether(List<LockKey> keys) {
		return !this.transport.isCluster();
	}

	@Override
	public Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner) {
		return RedisContender.leases(claims, owner, this.server.apply(this.scripts.acquireAll(claims, owner)));
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalListener outcomes) {
		List<List<Lease>> parts = this.transport.isCluster() ? leases.stream().map(List::of).toList() : parts(leases);
		List<ScriptCall> calls = parts.stream().map(this::renewal).toList();
		List<CompletableFuture<ScriptReply>> replies = this.transport.send(calls, this.settings.replicas());
		for (int i = 0; i < parts.size(); i++) {
			List<Lease> part = parts.get(i);
			replies.get(i).whenComplete((reply, failure) -> report(part, reply, failure, outcomes));
		}
	}

	private ScriptCall renewal(List<Lease> part) {
		return part.get(0).key().isExclusive() ? this.scripts.renew(part) : this.scripts.renewShared(part);
	}

	// Exclusive leases have another script than the rest, with one duration for all.
	// Between two scripts the server has time for other clients.
	private static List<List<Lease>> parts(Collection<Lease> leases) {
		List<List<Lease>> parts = new ArrayList<>();
		Map<Duration, List<Lease>> kinds = new HashMap<>();
		for (Lease lease : leases) {
			kinds.computeIfAbsent(lease.key().isExclusive() ? lease.duration() : SHARED, (kind) -> new ArrayList<>())
				.add(lease);
		}
		for (List<Lease> kind : kinds.values()) {
			for (int from = 0; from < kind.size(); from += RENEWALS_PER_SCRIPT) {
				parts.add(kind.subList(from, Math.min(from + RENEWALS_PER_SCRIPT, kind.size())));
			}
		}
		return parts;
	}

	@Override
	public boolean canShortenLeases() {
		return true;
	}

	@Override
	public boolean isClientThread() {
		return this.clientThreads != null && Thread.currentThread().getName().startsWith(this.clientThreads);
	}

	@Override
	public YieldResult yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		ScriptCall call = this.scripts.yieldOrRenew(lease, lastToken, claim);
		ScriptReply reply = this.server.apply(call);
		return switch ((int) reply.number(0)) {
			case LOST -> new YieldResult.Lost();
			case RENEWED -> new YieldResult.Renewed(Lease.granted(claim, lease.owner(), reply.number(1)));
			default -> {
				this.handoffs.watch(lock(call), reply.number(1));
				yield new YieldResult.Yielded(this.settings.fair() ? Duration.ZERO : YIELD_TO_WOKEN);
			}
		};
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		ScriptCall call = this.scripts.release(key, owner, lastToken);
		long outcome = this.server.apply(call).number(0);
		if (outcome > RELEASED) {
			this.handoffs.watch(lock(call), outcome);
		}
		return outcome != LOST;
	}

	@Override
	public LockListing heldLocks(LockQuery query) {
		LockLister lister = new LockLister(this.transport, this.scripts);
		LockKey key = query.key();
		if (key != null) {
			return lister.list(List.of(new RedisKeys(key).lock()), query);
		}
		KeyScan found = this.transport.scan(RedisKeys.locks(query.prefix()), SCAN_LIMIT, KeyScan.MAX_SCAN_TIME);
		LockListing listing = lister.list(found.keys(), query);
		return found.complete() ? listing : listing.incomplete();
	}

	@Override
	public Optional<StoredLock> forceRelease(LockKey key) {
		ScriptCall call = this.scripts.forceRelease(key);
		ScriptReply reply = this.server.apply(call);
		if (reply.values().size() == 1) {
			return Optional.empty();
		}
		this.handoffs.watch(lock(call), reply.number(3));
		return (reply.number(0) == 1) ? Optional.of(LockLister.stored(lock(call), reply, 1)) : Optional.empty();
	}

	@Override
	public JobLedger jobLedger() {
		return this.jobs;
	}

	@Override
	public void close() {
		this.handoffs.wakeUps().close();
		this.transport.close();
	}

	private static String lock(ScriptCall call) {
		return call.keys().get(0);
	}

	private static void report(List<Lease> leases, @Nullable ScriptReply lost, @Nullable Throwable failure,
			RenewalListener outcomes) {
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
