// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.annotation;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;

import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.internal.task.Durations;
import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.StringValueResolver;

/**
 * Text attribute of an annotation, with placeholders resolved once.
 *
 * @param annotation the type of the annotation
 * @param method the annotated method
 * @param name the name of the attribute
 * @param literal the text in the source
 * @param value the text without placeholders
 * @since 0.1.0
 */
public record AnnotationAttribute(Class<? extends Annotation> annotation, Method method, String name, String literal,
		String value) {

	private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+");

	public static AnnotationAttribute of(Class<? extends Annotation> annotation, Method method, String name,
			String literal, StringValueResolver placeholders) {
		AnnotationAttribute plain = plain(annotation, method, name, literal);
		return literal.contains("${")
				? new AnnotationAttribute(annotation, method, name, literal, plain.resolve(placeholders)) : plain;
	}

	public static AnnotationAttribute plain(Class<? extends Annotation> annotation, Method method, String name,
			String literal) {
		return new AnnotationAttribute(annotation, method, name, literal, literal);
	}

	private String resolve(StringValueResolver placeholders) {
		String resolved = null;
		try {
			resolved = placeholders.resolveStringValue(this.literal);
		}
		catch (IllegalArgumentException ex) {
			// handled as an unresolved placeholder
		}
		if (resolved == null || resolved.contains("${")) {
			throw invalid("a placeholder cannot be resolved",
					"Define the property, or give a default: ${property:default}.");
		}
		return resolved;
	}

	public @Nullable Duration duration(Duration shortest) {
		return duration(shortest, null);
	}

	/**
	 * Parse this attribute as a duration.
	 * @param shortest the minimum duration
	 * @param unit the default unit of a plain number, or {@code null} to reject plain
	 * numbers
	 * @return the duration, or {@code null} if the attribute is not set
	 * @throws InvalidLockAnnotationException if the value is not a duration or is out of
	 * range
	 */
	public @Nullable Duration duration(Duration shortest, DurationFormat.@Nullable Unit unit) {
		String text = this.value.strip();
		return text.isEmpty() ? null : checked(parse(text, unit), shortest);
	}

	private Duration checked(Duration duration, Duration shortest) {
		if (duration.isNegative()) {
			throw invalid("must not be negative", switch (this.name) {
				case "waitTime" -> "Write \"0\" to try once, or a long time such as \"1h\" to wait on.";
				case "leaseTime" -> "Leave the attribute out: the lease is renewed until the method ends.";
				default -> "Give a positive duration.";
			});
		}
		if (duration.compareTo(shortest) < 0) {
			throw invalid(
					duration.isZero() ? "must not be zero" : "must be at least %d ms".formatted(shortest.toMillis()),
					"Give a longer duration.");
		}
		if (duration.compareTo(Durations.MAX) > 0) {
			throw invalid("is longer than 292 years", "Give a shorter duration.");
		}
		return duration;
	}

	private Duration parse(String text, DurationFormat.@Nullable Unit unit) {
		try {
			Duration duration = DurationFormatterUtils.detectAndParse(text, unit);
			if (unit == null && NUMBER.matcher(text).matches() && !duration.isZero() && !duration.isNegative()) {
				throw invalid("has no unit", "Write %1$ss for seconds, or %1$sms for milliseconds.".formatted(text));
			}
			return duration;
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			throw new InvalidLockAnnotationException(this.annotation, this.method, this.name, this.literal,
					notA("duration"), "Write it like 10s, 500ms, 1h30m or PT10S.", ex);
		}
	}

	public String notA(String type) {
		return this.value.equals(this.literal) ? "is not a " + type : "is '%s', not a %s".formatted(this.value, type);
	}

	/**
	 * Reject the name of a non-existent provider.
	 * @param known the names of all providers
	 */
	public void requireProvider(Set<String> known) {
		if (!known.contains(this.value)) {
			throw invalid("there is no LockProvider bean of this name",
					"Use one of %s, or leave the attribute out.".formatted(known.stream().sorted().toList()));
		}
	}

	public InvalidLockAnnotationException invalid(String reason, String remedy) {
		return new InvalidLockAnnotationException(this.annotation, this.method, this.name, this.literal, reason, remedy,
				null);
	}

}
