// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Stream;

import io.distlock.internal.interceptor.result.DeferredTypes;
import io.distlock.provider.LockKey;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.util.ObjectUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Converts values of key expressions to texts that are identical on all nodes,
 * independent of locale, time zone and identity hash.
 */
final class KeyText {

	private static final Set<String> ZONED = Set.of("java.util.Date", "java.util.Calendar");

	private static final int DEEPEST = 16;

	private static final String PROPERTY_REMEDY = "name a property of it, such as #order.id";

	private KeyText() {
	}

	/**
	 * Return whether a value represents several keys. An array of bytes or characters is
	 * a single key.
	 */
	static boolean isPlural(@Nullable Object value) {
		return value != null && ((value.getClass().isArray() && !(value instanceof byte[] || value instanceof char[]))
				|| (value instanceof Iterable && !(value instanceof Path)));
	}

	static List<String> ofElements(Object value, KeySource source) {
		List<String> texts = new ArrayList<>();
		for (Object boxed : (value instanceof Iterable<?> elements) ? elements
				: Arrays.asList(ObjectUtils.toObjectArray(value))) {
			Object element = ValueClasses.unbox(boxed);
			if (isPlural(element)) {
				throw source.illegal("has a collection as an element", "flatten it");
			}
			texts.add(of(element, source));
		}
		if (texts.isEmpty()) {
			throw source.illegal("is an empty collection", "name at least one key, or use 'condition'");
		}
		return texts;
	}

	static String of(@Nullable Object value, KeySource source) {
		Object single = (value instanceof Optional<?> optional) ? ValueClasses.unbox(optional.orElse(null)) : value;
		if (single instanceof Optional) {
			throw source.illegal("is an Optional in an Optional", "unwrap it");
		}
		String text;
		try {
			text = text(single, source);
		}
		catch (StackOverflowError ex) {
			throw source.illegal("has a value in it that is nested too deeply or holds itself", PROPERTY_REMEDY);
		}
		if (text == null || text.isBlank()) {
			throw source.illegal((text != null) ? "is blank" : "is null",
					"pass a value, or use 'condition' to run without the lock");
		}
		return text;
	}

	private static @Nullable String text(@Nullable Object value, KeySource source) {
		if (value == null) {
			return null;
		}
		if (value instanceof byte[] bytes) {
			return HexFormat.of().formatHex(bytes);
		}
		if (value instanceof Enum<?> constant) {
			return constant.name();
		}
		if (value instanceof InetAddress address) {
			return address.getHostAddress();
		}
		if (DeferredTypes.isDeferred(value.getClass())) {
			throw source.illegal("is a %s, which has no value yet".formatted(value.getClass().getName()),
					"pass the value itself");
		}
		String text = (value instanceof char[] characters) ? new String(characters) : value.toString();
		if (text != null && text.length() > LockKey.MAX_BYTES) {
			throw source.illegal("has a text of %d characters, and a key may have %d bytes".formatted(text.length(),
					LockKey.MAX_BYTES), "use a digest of it");
		}
		String flaw = (text == null || value instanceof char[]) ? null : flaw(value, 0);
		if (flaw != null) {
			throw source.illegal(flaw, PROPERTY_REMEDY);
		}
		return text;
	}

	/**
	 * Return the reason for which the text of a value may differ between nodes, or {@code
	 * null}. Inspects the elements of containers and records, and the text of other
	 * values.
	 */
	private static @Nullable String flaw(@Nullable Object value, int depth) {
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
		Stream<@Nullable Object> parts = parts(value);
		if (parts != null && depth == DEEPEST) {
			return "has values in it that are nested more than %d levels deep".formatted(DEEPEST);
		}
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
	 * Return whether the iteration order of a set or map may differ between JVMs. Views
	 * hide the type of their underlying collection.
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
	 * Return the parts of a composite value's text, or {@code null} for a value with a
	 * text of its own.
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
		if (value.getClass().isRecord() && String.valueOf(value).startsWith(value.getClass().getSimpleName() + "[")) {
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
		// Use the value instead of its class, since a native image may lack the methods
		// of the class.
		String text = value.toString();
		if (text == null) {
			return "has a %s without a text in it".formatted(value.getClass().getName());
		}
		if (text.equals(value.getClass().getName() + "@" + Integer.toHexString(value.hashCode()))) {
			return "is a %s, which has no toString() of its own".formatted(value.getClass().getName());
		}
		String identity = IdentityText.find(text, value.getClass().getClassLoader());
		return (identity == null) ? null : "is a %s whose text has '%s' in it, which differs on each node"
			.formatted(value.getClass().getName(), identity);
	}

}
