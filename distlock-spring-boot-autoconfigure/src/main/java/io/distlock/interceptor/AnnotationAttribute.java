package io.distlock.interceptor;

import java.lang.reflect.Method;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.StringValueResolver;

/**
 * One textual attribute of the annotation, with its placeholders resolved once.
 *
 * @param method the annotated method
 * @param name the name of the attribute
 * @param literal the text in the source
 * @param value the text without placeholders
 */
record AnnotationAttribute(Method method, String name, String literal, String value) {

	private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

	static AnnotationAttribute of(Method method, String name, String literal, StringValueResolver placeholders) {
		return new AnnotationAttribute(method, name, literal, resolve(method, name, literal, placeholders));
	}

	private static String resolve(Method method, String name, String literal, StringValueResolver placeholders) {
		if (!literal.contains("${")) {
			return literal;
		}
		String resolved = resolveOrNull(literal, placeholders);
		if (resolved == null || resolved.contains("${")) {
			throw new InvalidLockAnnotationException(method, name, literal, "a placeholder cannot be resolved",
					"Define the property, or give a default: ${property:default}.");
		}
		return resolved;
	}

	private static @Nullable String resolveOrNull(String literal, StringValueResolver placeholders) {
		try {
			return placeholders.resolveStringValue(literal);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	/**
	 * Read this attribute as a duration.
	 * @param shortest the shortest that makes sense
	 * @return the duration, or {@code null} if the attribute is not set
	 */
	@Nullable Duration duration(Duration shortest) {
		String text = this.value.strip();
		if (text.isEmpty()) {
			return null;
		}
		Duration duration = parse(text);
		if (duration.isNegative()) {
			throw invalid("must not be negative", "Give a positive duration.");
		}
		if (duration.compareTo(shortest) < 0) {
			throw invalid(
					duration.isZero() ? "must not be zero" : "must be at least %d ms".formatted(shortest.toMillis()),
					"Give a longer duration.");
		}
		if (duration.compareTo(LONGEST) > 0) {
			throw invalid("is longer than 292 years", "Give a shorter duration.");
		}
		return duration;
	}

	private Duration parse(String text) {
		try {
			return DurationFormatterUtils.detectAndParse(text);
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			throw new InvalidLockAnnotationException(this.method, this.name, this.literal, notA("duration"),
					"Write it like 10s, 500ms, 1h30m or PT10S.", ex);
		}
	}

	private String notA(String type) {
		return this.value.equals(this.literal) ? "is not a " + type : "is '%s', not a %s".formatted(this.value, type);
	}

	InvalidLockAnnotationException invalid(String reason, String remedy) {
		return new InvalidLockAnnotationException(this.method, this.name, this.literal, reason, remedy);
	}

}
