package io.distlock.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

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
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;

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
public final class RedisLockProvider implements LockProvider, GroupLockProvider, LockCatalog, ForcedRelease, JobLedger {

	private static final Duration YIELD_TO_WOKEN = Duration.ofMillis(10);

	private static final int LOST = 0;

	private static final int RENEWED = 1;

	private final RedisTransport transport;

	private final RedisLockSettings settings;

	private final LockScripts scripts;

	private final RedisWakeUps wakeUps;

	private final PipelinedReleases pipelinedReleases;

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
		this.pipelinedReleases = new PipelinedReleases(transport);
		this.jobs = new RedisJobLedger(transport);
	}

	@Override
	public String name() {
		return "redis";
	}

	@Override
	public Contender contend(LockClaim claim, Runnable wakeUp) {
		this.holder = claim.holder();
		return new RedisContender(this.transport, this.scripts, this.wakeUps, claim, wakeUp,
				this.settings.maxPollInterval());
	}

	@Override
	public boolean canGrantTogether(List<LockKey> keys) {
		return !this.transport.isCluster();
	}

	@Override
	public Optional<List<Lease>> attemptAll(List<LockClaim> claims, LockOwner owner) {
		this.holder = claims.get(0).holder();
		return RedisContender.leases(claims, owner, this.transport.run(this.scripts.acquireAll(claims, owner)));
	}

	@Override
	public void renew(Collection<Lease> leases, RenewalOutcomes outcomes) {
		List<Lease> all = List.copyOf(leases);
		List<Lease> lost = this.transport.isCluster() ? renewOneByOne(all) : renewTogether(all);
		all.stream().filter((lease) -> !lost.contains(lease)).forEach(outcomes::kept);
		lost.forEach(outcomes::lost);
	}

	@Override
	public HandOver yieldOrRenew(Lease lease, long lastToken, LockClaim claim) {
		ScriptReply reply = this.transport.run(this.scripts.yieldOrRenew(lease, claim, true));
		return switch ((int) reply.number(0)) {
			case LOST -> new HandOver.Lost();
			case RENEWED -> new HandOver.Renewed(RedisContender.lease(claim, lease.owner(), reply.number(1)));
			default -> new HandOver.Yielded(YIELD_TO_WOKEN);
		};
	}

	@Override
	public boolean release(LockKey key, LockOwner owner, long lastToken) {
		ScriptCall call = this.scripts.release(key, owner);
		if (this.settings.release() == RedisLockSettings.Release.PIPELINED) {
			this.pipelinedReleases.send(call);
			return true;
		}
		return this.transport.run(call).number(0) == 1;
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
		List<ScriptReply> replies = this.transport.runAll(calls);
		List<StoredLock> held = new ArrayList<>();
		for (int i = 0; i < calls.size(); i++) {
			StoredValues.lock(calls.get(i).keys().get(0), replies.get(i), 0).ifPresent(held::add);
		}
		held.sort(Comparator.comparing(StoredLock::key));
		return new LockListing(held, !keys.complete());
	}

	@Override
	public Optional<StoredLock> forceRelease(LockKey key) {
		ScriptCall call = this.scripts.forceRelease(key);
		ScriptReply reply = this.transport.run(call);
		return (reply.number(0) == 1) ? StoredValues.lock(call.keys().get(0), reply, 1) : Optional.empty();
	}

	@Override
	public JobEntry read(LockKey job) {
		return this.jobs.read(job);
	}

	@Override
	public boolean write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize) {
		return this.jobs.write(job, version, state, runs, historySize);
	}

	@Override
	public List<JobRun> history(LockKey job, int limit) {
		return this.jobs.history(job, limit);
	}

	@Override
	public void close() {
		this.pipelinedReleases.close();
		this.wakeUps.close();
		this.transport.close();
	}

	private List<Lease> renewTogether(List<Lease> leases) {
		if (leases.isEmpty()) {
			return List.of();
		}
		ScriptReply lost = this.transport.run(this.scripts.renew(leases, this.holder));
		return lost.values().stream().map((position) -> leases.get(((Number) position).intValue())).toList();
	}

	private List<Lease> renewOneByOne(List<Lease> leases) {
		List<ScriptReply> replies = this.transport
			.runAll(leases.stream().map((lease) -> this.scripts.renew(List.of(lease), this.holder)).toList());
		List<Lease> lost = new ArrayList<>();
		for (int i = 0; i < leases.size(); i++) {
			if (!replies.get(i).values().isEmpty()) {
				lost.add(leases.get(i));
			}
		}
		return lost;
	}

}
