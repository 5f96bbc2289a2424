// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.expression;

import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Checks whether the text of a value is the same on every node. Inspects the elements of
 * containers and records, and the text of every other value.
 */
final class StableText {

	private static final Set<String> ZONED = Set.of("java.util.Date", "java.util.Calendar");

	/**
	 * The result of {@link Object#toString()}, also for arrays.
	 */
	private static final Pattern IDENTITY = Pattern
		.compile("(\\[+(?:[ZBCDFIJS]|L[\\w.$]+;)|[\\w$]+(?:[.$/][\\w$]+)+)@[0-9a-f]{1,16}(?![\\w.-])");

	private static final int DEEPEST = 16;

	@Nullable String flaw(Object value) {
		return flaw(value, 0);
	}

	private @Nullable String flaw(@Nullable Object value, int depth) {
		if (value instanceof InetAddress || value instanceof InetSocketAddress) {
			return "has a %s, whose text depends on the names that were looked up"
				.formatted(value.getClass().getName());
		}
		if (value == null || value instanceof CharSequence) {
			return null;
		}
		if (isZoned(value.getClass())) {
			return "is a %s, whose text depends on the time zone of the node".formatted(value.getClass().getName());
		}
		if (ClassUtils.isSimpleValueType(value.getClass())) {
			return null;
		}
		if (value.getClass().isArray()) {
			return "has a %s in it, whose text differs on each node".formatted(value.getClass().getSimpleName());
		}
		if (isUnordered(value)) {
			return "has a %s, whose text orders its elements differently on each node"
				.formatted(value.getClass().getName());
		}
		Stream<@Nullable Object> parts = (depth < DEEPEST) ? parts(value) : null;
		return (parts == null) ? ownFlaw(value)
				: parts.<@Nullable String>map((part) -> flaw(part, depth + 1))
					.filter((flaw) -> flaw != null)
					.findFirst()
					.orElse(null);
	}

	private static boolean isZoned(@Nullable Class<?> type) {
		return type != null && (ZONED.contains(type.getName()) || isZoned(type.getSuperclass()));
	}

	/**
	 * Return whether a set or a map is one of those that may be in another order in each
	 * JVM. A view hides what it is a view of.
	 */
	private static boolean isUnordered(Object value) {
		if (value instanceof Set<?> set) {
			return set.size() > 1
					&& !(set instanceof SortedSet || set instanceof LinkedHashSet || set instanceof EnumSet);
		}
		return value instanceof Map<?, ?> map && map.size() > 1
				&& !(map instanceof SortedMap || map instanceof LinkedHashMap || map instanceof EnumMap);
	}

	/**
	 * Return the parts whose texts the text of a value consists of, or {@code null} for a
	 * value that has a text of its own.
	 */
	private static @Nullable Stream<@Nullable Object> parts(Object value) {
		if (value instanceof Map<?, ?> map) {
			return map.entrySet().stream().flatMap((entry) -> Stream.of(entry.getKey(), entry.getValue()));
		}
		if (value instanceof Map.Entry<?, ?> entry) {
			return Stream.of(entry.getKey(), entry.getValue());
		}
		if (value instanceof Optional<?> optional) {
			return Stream.of(optional.orElse(null));
		}
		if (value instanceof Collection<?> collection) {
			return collection.stream().map((part) -> part);
		}
		if (value.getClass().isRecord() && value.toString().startsWith(value.getClass().getSimpleName() + "[")) {
			return Arrays.stream(value.getClass().getRecordComponents())
				.<@Nullable Object>map((component) -> read(component, value));
		}
		return null;
	}

	private static @Nullable Object read(RecordComponent component, Object owner) {
		ReflectionUtils.makeAccessible(component.getAccessor());
		return ReflectionUtils.invokeMethod(component.getAccessor(), owner);
	}

	private static @Nullable String ownFlaw(Object value) {
		if (isIdentity(value)) {
			return "is a %s, which has no toString() of its own".formatted(value.getClass().getName());
		}
		return IDENTITY.matcher(value.toString())
			.results()
			.filter((match) -> isType(match.group(1), value))
			.map((match) -> "is a %s whose text has '%s' in it, which differs on each node"
				.formatted(value.getClass().getName(), match.group()))
			.findFirst()
			.orElse(null);
	}

	/**
	 * Return whether a name is that of a class, and not, say, a part of an address.
	 */
	private static boolean isType(String name, Object value) {
		return name.startsWith("[") || name.contains("$$")
				|| ClassUtils.isPresent(name, value.getClass().getClassLoader());
	}

	/**
	 * Return whether the text is that of {@link Object#toString()}. Asks the value rather
	 * than its class, which a native image may not know the methods of.
	 */
	private static boolean isIdentity(Object value) {
		return value.toString().equals(value.getClass().getName() + "@" + Integer.toHexString(value.hashCode()));
	}

}
