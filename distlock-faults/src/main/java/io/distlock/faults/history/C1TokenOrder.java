package io.distlock.faults.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * C1: no two grants of a key have one token, and a grant that was there before another
 * was asked for has the smaller one. Demanded of every store under every fault.
 *
 * @since 0.1.0
 */
public final class C1TokenOrder implements Check {

	@Override
	public String name() {
		return "C1";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		Attempts.grantsByToken(history).values().forEach((grants) -> checkUnique(grants, violations));
		Attempts.grants(history).values().forEach((grants) -> checkOrder(grants, violations));
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

	private void checkOrder(List<Attempt> grants, List<Violation> violations) {
		List<Attempt> granted = grants.stream().sorted(Comparator.comparingLong(Attempt::end)).toList();
		Attempt highest = null;
		int next = 0;
		for (Attempt grant : grants) {
			while (next < granted.size() && granted.get(next).end() < grant.start()) {
				highest = higher(highest, granted.get(next++));
			}
			if (highest != null && highest.token() > grant.token()) {
				violations.add(Violation.of(name(), "a later grant of '" + grant.key() + "' has token " + grant.token()
						+ ", an earlier one has " + highest.token(), highest, grant));
			}
		}
	}

	private static Attempt higher(@Nullable Attempt highest, Attempt other) {
		return (highest == null || other.token() > highest.token()) ? other : highest;
	}

}
