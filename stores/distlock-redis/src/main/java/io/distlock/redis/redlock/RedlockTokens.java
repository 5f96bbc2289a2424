// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.redlock;

import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

import io.distlock.provider.LockClaim;
import io.distlock.provider.LockOwner;
import io.distlock.redis.transport.ScriptReply;

/**
 * Makes one token of what several masters proposed, so that it is greater than that of
 * every earlier grant. The greatest proposal alone would not do: two grants in a row,
 * over different masters, can have the same one. It counts once a majority has it; where
 * the proposals differ it is therefore written back to those that granted.
 */
final class RedlockTokens {

	private static final long WRITTEN = 1;

	private final RedlockGroup group;

	RedlockTokens(RedlockGroup group) {
		this.group = group;
	}

	/**
	 * Agree on the last token of a block.
	 * @param claim what was asked for
	 * @param owner who asked
	 * @param granting the masters that granted, at least a majority, with what they
	 * proposed
	 * @return the last token, empty if no majority confirmed it
	 */
	OptionalLong agree(LockClaim claim, LockOwner owner, Map<RedlockNode, ScriptReply> granting) {
		Map<RedlockNode, Long> proposals = granting.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (entry) -> entry.getValue().number(1)));
		long last = proposals.values().stream().mapToLong(Long::longValue).max().orElseThrow();
		long same = proposals.values().stream().filter((proposal) -> proposal == last).count();
		if (same >= this.group.majority() || isConfirmed(claim, owner, last, proposals)) {
			return OptionalLong.of(last);
		}
		return OptionalLong.empty();
	}

	private boolean isConfirmed(LockClaim claim, LockOwner owner, long last, Map<RedlockNode, Long> proposals) {
		QuorumCall ballot = this.group.ask(proposals.keySet(), RedlockCalls.confirm(claim, owner, last),
				claim.leaseTime());
		return this.group.majority(ballot, (reply) -> reply.number(0) == WRITTEN);
	}

}
