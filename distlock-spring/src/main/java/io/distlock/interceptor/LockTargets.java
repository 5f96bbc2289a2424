// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.distlock.LockRequest;
import io.distlock.interceptor.expression.LockExpression;
import io.distlock.interceptor.expression.LockExpressionRoot;
import io.distlock.interceptor.expression.LockKeys;
import org.jspecify.annotations.Nullable;

/**
 * Keys that a locked method locks: one lock, or several together.
 */
final class LockTargets {

	private final List<Target> targets;

	private final String name;

	/**
	 * Create targets.
	 * @param targets one or more
	 */
	LockTargets(List<Target> targets) {
		this.targets = targets;
		this.name = targets.stream().map((target) -> target.keys().name()).distinct().collect(Collectors.joining("+"));
	}

	/**
	 * Find out what a call needs.
	 * @return the request, or {@code null} if no condition applies
	 */
	@Nullable LockRequest resolve(LockExpressionRoot call) {
		if (this.targets.size() == 1) {
			return this.targets.get(0).resolve(call);
		}
		Set<String> keys = new LinkedHashSet<>();
		for (Target target : this.targets) {
			LockRequest request = target.resolve(call);
			keys.addAll((request != null) ? request.keys() : List.of());
		}
		return keys.isEmpty() ? null : LockRequest.ofAll(keys).name(this.name);
	}

	Set<String> names() {
		return this.targets.stream().map((target) -> target.keys().name()).collect(Collectors.toSet());
	}

	boolean includes(LockTargets wanted) {
		return keys().containsAll(wanted.keys());
	}

	private Set<String> keys() {
		return this.targets.stream().map((target) -> target.keys().toString()).collect(Collectors.toSet());
	}

	@Override
	public String toString() {
		return this.targets.stream().map((target) -> target.keys().toString()).collect(Collectors.joining(" and "));
	}

	/**
	 * One lock.
	 *
	 * @param keys its keys
	 * @param condition whether it is needed, {@code null} for always
	 */
	record Target(LockKeys keys, @Nullable LockExpression condition) {

		@Nullable LockRequest resolve(LockExpressionRoot call) {
			return (this.condition == null || this.condition.isTrue(call)) ? this.keys.resolve(call) : null;
		}

	}

}
