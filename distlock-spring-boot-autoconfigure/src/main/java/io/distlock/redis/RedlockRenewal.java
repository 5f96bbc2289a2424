package io.distlock.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.distlock.provider.Lease;
import io.distlock.provider.LockStoreException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Renews leases on all masters at once; a lease goes on if a majority has it. A master
 * that answers without it, because it was away when the lock was granted or has started
 * since, gets it then, so that a hold outlives restarts of one master after the other.
 */
final class RedlockRenewal {

	private final RedlockGroup group;

	RedlockRenewal(RedlockGroup group) {
		this.group = group;
	}

	Collection<Lease> renew(Collection<Lease> leases, String holder) {
		if (leases.isEmpty()) {
			return List.of();
		}
		List<Lease> asked = List.copyOf(leases);
		CompletableFuture<Collection<Lease>> kept = new CompletableFuture<>();
		try {
			Collection<Lease> lost = lost(asked, kept, holder);
			kept.complete(asked.stream().filter((lease) -> !lost.contains(lease)).toList());
			return lost;
		}
		finally {
			kept.complete(List.of());
		}
	}

	private Collection<Lease> lost(List<Lease> asked, CompletableFuture<Collection<Lease>> kept, String holder) {
		ScriptCall call = RedlockCalls.renew(asked);
		Ballot ballot = this.group.ask((node) -> node.send(call)
			.whenComplete((reply, failure) -> kept.thenAccept((leases) -> join(node, reply, asked, leases, holder))),
				shortest(asked));
		boolean more = true;
		while (more && !isDecided(asked.size(), ballot)) {
			more = ballot.awaitNext();
		}
		if (!isDecided(asked.size(), ballot)) {
			throw this.group.undecided(call, ballot, Outcome.UNKNOWN);
		}
		return lost(asked, ballot);
	}

	private static void join(RedlockNode node, @Nullable ScriptReply reply, List<Lease> asked, Collection<Lease> kept,
			String holder) {
		for (int i = 0; reply != null && i < reply.values().size(); i++) {
			Lease missing = asked.get((int) reply.number(i));
			if (kept.contains(missing)) {
				node.send(RedlockCalls.join(missing, holder));
			}
		}
	}

	private boolean isDecided(int leases, Ballot ballot) {
		long[] no = refusals(leases, ballot);
		int answered = ballot.replies().size();
		for (long each : no) {
			if (!this.group.isRefused(each) && answered - each < this.group.majority()) {
				return false;
			}
		}
		return true;
	}

	private Collection<Lease> lost(List<Lease> leases, Ballot ballot) {
		long[] no = refusals(leases.size(), ballot);
		List<Lease> lost = new ArrayList<>();
		for (int i = 0; i < no.length; i++) {
			if (this.group.isRefused(no[i])) {
				lost.add(leases.get(i));
			}
		}
		return lost;
	}

	private static long[] refusals(int leases, Ballot ballot) {
		long[] no = new long[leases];
		for (ScriptReply reply : ballot.replies().values()) {
			for (int i = 0; i < reply.values().size(); i++) {
				no[(int) reply.number(i)]++;
			}
		}
		return no;
	}

	private static Duration shortest(List<Lease> leases) {
		return leases.stream().map(Lease::duration).min(Duration::compareTo).orElseThrow();
	}

}
