// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

import io.distlock.internal.interceptor.result.SuspendFunction;
import org.jspecify.annotations.Nullable;

import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;

/**
 * Names for the parameters of a method in expressions. Names from the annotated method
 * take precedence over names from the implementation, and both over positional names: a
 * parameter named {@code a1} is not necessarily the second parameter.
 *
 * @param positions the position of each parameter by its names
 * @param named whether the names in the source are available
 */
public record MethodParameters(Map<String, Integer> positions, boolean named) {

	private static final ParameterNameDiscoverer names = DefaultParameterNameDiscoverer.getSharedInstance();

	public static MethodParameters of(Method annotated, Method implementation) {
		Map<String, Integer> positions = new HashMap<>();
		int count = SuspendFunction.parameterCount(implementation);
		boolean named = add(positions, names.getParameterNames(annotated), count);
		named |= add(positions, names.getParameterNames(implementation), count);
		for (int i = 0; i < count; i++) {
			positions.putIfAbsent("p" + i, i);
			positions.putIfAbsent("a" + i, i);
		}
		return new MethodParameters(Map.copyOf(positions), named || count == 0);
	}

	private static boolean add(Map<String, Integer> positions, @Nullable String @Nullable [] names, int count) {
		if (names == null) {
			return false;
		}
		for (int i = 0; i < Math.min(names.length, count); i++) {
			String name = names[i];
			if (name != null) {
				positions.putIfAbsent(name, i);
			}
		}
		return true;
	}

	public boolean has(String name) {
		return this.positions.containsKey(name);
	}

	public String describe() {
		String names = this.positions.keySet()
			.stream()
			.sorted()
			.map((name) -> "#" + name)
			.collect(Collectors.joining(", "));
		return names.isEmpty() ? "#root; the method has no parameters" : names + " or #root";
	}

}
