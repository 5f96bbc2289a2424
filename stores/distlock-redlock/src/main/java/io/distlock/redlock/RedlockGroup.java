// SPDX-License-Identifier: Apache-2.0

package io.distlock.redlock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import io.distlock.internal.thread.DaemonThreads;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.redis.internal.transport.RedisTransport;
import io.distlock.redis.internal.transport.ScriptCall;
import io.distlock.redis.internal.transport.ScriptReply;

/**
 * Independent masters whose majority decides.
 */
final class RedlockGroup {

	private static final int FEWEST = 3;

	private static final long WRITTEN = 1;

	private final List<RedlockNode> nodes = new ArrayList<>();

	private final RedlockSettings settings;

	private final int majority;

	private volatile boolean connected;

	RedlockGroup(List<RedisTransport> transports, RedlockSettings settings) {
		if (transports.size() < FEWEST || transports.size() % 2 == 0) {
			throw new IllegalArgumentException(
					("Redlock needs 3, 5 or another odd number of independent masters, but there are %d: "
							+ "an even number survives no more failures than the odd one below it")
						.formatted(transports.size()));
		}
		Map<String, Integer> nodesByRunId = new ConcurrentHashMap<>();
		Executor connector = DaemonThreads.executor("distlock-redlock-connect-");
		for (RedisTransport transport : transports) {
			this.nodes.add(new RedlockNode(this.nodes.size(), transport, nodesByRunId, connector));
		}
		this.settings = settings;
		this.majority = transports.size() / 2 + 1;
	}

	List<RedlockNode> nodes() {
		return this.nodes;
	}

	int majority() {
		return this.majority;
	}

	RedlockSettings settings() {
		return this.settings;
	}

	// What the servers' clocks show in microseconds: the median, so that a minority of
	// wrong ones does not count. 0 before the first answer.
	long clockMicros() {
		long[] ahead = this.nodes.stream()
			.mapToLong(RedlockNode::clockAhead)
			.filter((micros) -> micros != RedlockNode.UNKNOWN)
			.sorted()
			.toArray();
		return (ahead.length > 0) ? ahead[ahead.length / 2] + RedlockNode.monotonicMicros() : 0;
	}

	// Connecting takes longer than an answer may.
	void connect() {
		if (!this.connected) {
			QuorumCall ballot = new QuorumCall(this.nodes, RedlockNode::introduce,
					RedlockNode.MAX_IDENTIFICATION_NANOS);
			this.connected = majority(ballot, (reply) -> true);
		}
	}

	QuorumCall ask(ScriptCall call) {
		return new QuorumCall(this.nodes, (node) -> node.send(call), this.settings.nodeTimeout().toNanos());
	}

	// About a lease, of which the answers may not cost much.
	QuorumCall ask(ScriptCall call, Duration lease) {
		return ask(this.nodes, call, lease);
	}

	QuorumCall ask(Collection<RedlockNode> some, ScriptCall call, Duration lease) {
		return new QuorumCall(some, (node) -> node.send(call), timeout(lease).toNanos());
	}

	// Wait until enough masters have answered so, or so many have not that the rest does
	// not suffice.
	boolean majority(QuorumCall ballot, Predicate<ScriptReply> yes) {
		boolean more = true;
		while (more && votes(ballot, yes) < this.majority
				&& votes(ballot, yes) + ballot.outstanding() >= this.majority) {
			more = ballot.awaitNext();
		}
		return votes(ballot, yes) >= this.majority;
	}

	// Make one token of what several masters proposed, so that it is greater than that of
	// every earlier grant. The greatest proposal alone would not do: two grants in a row,
	// over different masters, can have the same one. It counts once a majority has it;
	// where the proposals differ it is therefore written back to those that granted.
	// Returns the last token of the block, empty if no majority confirmed it.
	OptionalLong agree(LockClaim claim, LockOwner owner, Map<RedlockNode, ScriptReply> granting) {
		long[] proposals = granting.values().stream().mapToLong((reply) -> reply.number(1)).toArray();
		long last = LongStream.of(proposals).max().orElseThrow();
		long same = LongStream.of(proposals).filter((proposal) -> proposal == last).count();
		if (same >= this.majority || isConfirmed(claim, owner, last, granting.keySet())) {
			return OptionalLong.of(last);
		}
		return OptionalLong.empty();
	}

	private boolean isConfirmed(LockClaim claim, LockOwner owner, long last, Set<RedlockNode> granting) {
		QuorumCall ballot = ask(granting, RedlockCalls.confirm(claim, owner, last), claim.leaseTime());
		return majority(ballot, (reply) -> reply.number(0) == WRITTEN);
	}

	// For a request that no majority answered. Waits for the rest, so that the message
	// distinguishes unavailable masters from slow ones.
	LockStoreException undecided(ScriptCall call, QuorumCall ballot, Outcome outcome) {
		ballot.awaitAll();
		return undecided(call, ballot.replies().size(), ballot.failures(), outcome);
	}

	LockStoreException undecided(ScriptCall call, int answered, Map<RedlockNode, LockStoreException> failed,
			Outcome outcome) {
		Collection<LockStoreException> failures = failed.values();
		boolean hopeless = failures.stream()
			.filter((failure) -> failure.getOutcome() == Outcome.PERMANENT)
			.count() >= this.majority;
		String reasons = failed.entrySet()
			.stream()
			.map((entry) -> entry.getKey() + ": " + entry.getValue().getMessage())
			.collect(Collectors.joining("; "));
		LockStoreException exception = new LockStoreException(
				"Could not %s: %d of %d masters answered in time, and %d are needed%s".formatted(call.purpose(),
						answered, this.nodes.size(), this.majority, reasons.isEmpty() ? "" : " (" + reasons + ")"),
				hopeless ? Outcome.PERMANENT : outcome, failures.isEmpty() ? null : failures.iterator().next());
		failures.stream().skip(1).forEach(exception::addSuppressed);
		return exception;
	}

	private static long votes(QuorumCall ballot, Predicate<ScriptReply> yes) {
		return ballot.replies().values().stream().filter(yes).count();
	}

	Duration timeout(Duration lease) {
		Duration tenth = lease.dividedBy(10);
		return (tenth.compareTo(this.settings.nodeTimeout()) < 0) ? tenth : this.settings.nodeTimeout();
	}

}
