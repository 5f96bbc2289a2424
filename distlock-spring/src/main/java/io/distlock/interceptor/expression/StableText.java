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

	/**
	 * Return what is wrong with the text of a value, or {@code null} for nothing.
	 */
	@Nullable String flaw(Object value) {
		return flaw(value, 0);
	}

	private @Nullable String flaw(@Nullable Object value, int depth) {
		if (value instanceof InetAddress || value instanceof InetSocketAddress) {
			return "has a %s, whose text depends on the names that were looked up"
				.formatted(value.getClass().getName());
		}
		if (value == null || value instanceof CharSequence || ClassUtils.isSimpleValueType(value.getClass())) {
			return (value != null) ? zoned(value) : null;
		}
		if (value.getClass().isArray()) {
			return "has a %s in it, whose text differs on each node".formatted(value.getClass().getSimpleName());
		}
		if (isUnordered(value)) {
			return "has a %s, whose text orders its elements differently on each node"
				.formatted(value.getClass().getName());
		}
		return (depth < DEEPEST && isContainer(value)) ? parts(value).map((part) -> flaw(part.orElse(null), depth + 1))
			.filter((flaw) -> flaw != null)
			.findFirst()
			.orElse(null) : ownFlaw(value);
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
	 * Return whether the text of a value consists of the texts of its parts.
	 */
	private static boolean isContainer(Object value) {
		return value instanceof Map || value instanceof Collection || value instanceof Optional
				|| value instanceof Map.Entry || isPlainRecord(value);
	}

	private static boolean isPlainRecord(Object value) {
		return value.getClass().isRecord() && value.toString().startsWith(value.getClass().getSimpleName() + "[");
	}

	private static Stream<Optional<Object>> parts(Object value) {
		if (value instanceof Map<?, ?> map) {
			return map.entrySet().stream().flatMap(StableText::parts);
		}
		if (value instanceof Map.Entry<?, ?> entry) {
			return Stream.of(Optional.ofNullable(entry.getKey()), Optional.ofNullable(entry.getValue()));
		}
		if (value instanceof Optional<?> optional) {
			return Stream.of(optional.map((part) -> part));
		}
		if (value instanceof Collection<?> collection) {
			return collection.stream().map(Optional::ofNullable);
		}
		return Arrays.stream(value.getClass().getRecordComponents()).map((component) -> read(component, value));
	}

	private static Optional<Object> read(RecordComponent component, Object owner) {
		ReflectionUtils.makeAccessible(component.getAccessor());
		return Optional.ofNullable(ReflectionUtils.invokeMethod(component.getAccessor(), owner));
	}

	private static @Nullable String ownFlaw(Object value) {
		if (isIdentity(value)) {
			return "is a %s, which has no toString() of its own".formatted(value.getClass().getName());
		}
		String zoned = zoned(value);
		if (zoned != null) {
			return zoned;
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

	private static @Nullable String zoned(Object value) {
		for (Class<?> current = value.getClass(); current != null; current = current.getSuperclass()) {
			if (ZONED.contains(current.getName())) {
				return "is a %s, whose text depends on the time zone of the node".formatted(value.getClass().getName());
			}
		}
		return null;
	}

	/**
	 * Return whether the text is that of {@link Object#toString()}. Asks the value rather
	 * than its class, which a native image may not know the methods of.
	 */
	private static boolean isIdentity(Object value) {
		return value.toString().equals(value.getClass().getName() + "@" + Integer.toHexString(value.hashCode()));
	}

}
