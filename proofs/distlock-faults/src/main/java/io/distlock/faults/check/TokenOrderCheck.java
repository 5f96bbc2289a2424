// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import io.distlock.faults.history.Attempt;
import io.distlock.faults.history.Attempts;
import io.distlock.faults.history.History;
import io.distlock.faults.history.Violation;
import org.jspecify.annotations.Nullable;

/**
 * C1: no two grants of a key have one token, and a grant that was there before another
 * was asked for has the smaller one. Demanded of every store under every fault.
 *
 * @since 0.1.0
 */
public final class TokenOrderCheck implements Check {

	private final boolean ofLeases;

	/**
	 * Creates the check of all grants.
	 */
	public TokenOrderCheck() {
		this(false);
	}

	private TokenOrderCheck(boolean ofLeases) {
		this.ofLeases = ofLeases;
	}

	/**
	 * Return the check for stores that may forget a lease while its process trusts it:
	 * threads of that process hand it on with the tokens that came with it, which are
	 * lower than that of the next lease. What they write with them is refused.
	 * @return the check, in which a lock that is handed on is no grant of its own
	 */
	public static TokenOrderCheck ofLeases() {
		return new TokenOrderCheck(true);
	}

	@Override
	public String name() {
		return "C1";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		Map<String, List<Attempt>> byToken = Attempts.grantsByToken(history);
		byToken.values().forEach((grants) -> checkUnique(grants, violations));
		Attempts.grants(history)
			.forEach((key, grants) -> checkOrder(grants, byToken.getOrDefault(key, List.of()), violations));
		return violations;
	}

	private void checkUnique(List<Attempt> grants, List<Violation> violations) {
		for (int i = 1; i < grants.size(); i++) {
			Attempt grant = grants.get(i);
			if (grant.token() == grants.get(i - 1).token()) {
				violations.add(Violation.of(name(), "two grants of '" + grant.key() + "' have token " + grant.token(),
						grants.get(i - 1), grant));
			}
		}
	}

	private void checkOrder(List<Attempt> grants, List<Attempt> byToken, List<Violation> violations) {
		List<Attempt> granted = grants.stream().sorted(Comparator.comparingLong(Attempt::end)).toList();
		Attempt highest = null;
		int next = 0;
		for (Attempt grant : grants) {
			while (next < granted.size() && granted.get(next).end() < grant.start()) {
				highest = higher(highest, granted.get(next++));
			}
			if (highest != null && highest.token() > grant.token()
					&& !(this.ofLeases && isHandedOn(grant, highest, byToken))) {
				violations.add(Violation.of(name(), "a later grant of '" + grant.key() + "' has token " + grant.token()
						+ ", an earlier one has " + highest.token(), highest, grant));
			}
		}
	}

	/**
	 * Return whether a grant goes on with tokens that its node has got before another
	 * grant, with no token of another owner in between.
	 */
	private static boolean isHandedOn(Attempt grant, Attempt before, List<Attempt> byToken) {
		for (int i = byToken.size() - 1; i >= 0; i--) {
			Attempt lower = byToken.get(i);
			if (lower.token() < grant.token() && !lower.node().equals(grant.node())) {
				return false;
			}
			if (lower.token() < grant.token() && lower.end() < before.end()) {
				return true;
			}
		}
		return false;
	}

	private static Attempt higher(@Nullable Attempt highest, Attempt other) {
		return (highest == null || other.token() > highest.token()) ? other : highest;
	}

}
