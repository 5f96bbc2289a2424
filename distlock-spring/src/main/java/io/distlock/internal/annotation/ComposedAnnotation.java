// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.annotation;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.annotation.InvalidLockAnnotationException;

import org.springframework.core.annotation.AliasFor;
import org.springframework.core.annotation.MergedAnnotation;

/**
 * Composed annotation of the application, based on an annotation of the library.
 *
 * @since 0.1.0
 */
public final class ComposedAnnotation {

	private ComposedAnnotation() {
	}

	/**
	 * Reject an attribute with the name of a library attribute that does not override
	 * that attribute, since its value would be ignored.
	 * @param annotation the library annotation found on the method
	 * @param method the annotated method
	 * @throws InvalidLockAnnotationException for such an attribute
	 */
	public static void check(MergedAnnotation<?> annotation, Method method) {
		Class<?> type = annotation.getType();
		Set<String> known = attributes(type).map(Method::getName).collect(Collectors.toSet());
		for (MergedAnnotation<?> each = annotation.getMetaSource(); each != null; each = each.getMetaSource()) {
			MergedAnnotation<?> composed = each;
			if (!composed.getType().getPackageName().equals(type.getPackageName())) {
				attributes(composed.getType())
					.filter((attribute) -> known.contains(attribute.getName()) && !overrides(attribute))
					.findFirst()
					.ifPresent((attribute) -> {
						throw ignored(composed, attribute.getName(), type, method);
					});
			}
		}
	}

	private static Stream<Method> attributes(Class<?> annotation) {
		return Arrays.stream(annotation.getDeclaredMethods()).filter((method) -> method.getParameterCount() == 0);
	}

	/**
	 * Return whether an attribute is an alias for an attribute of another annotation.
	 */
	private static boolean overrides(Method attribute) {
		AliasFor alias = attribute.getAnnotation(AliasFor.class);
		return alias != null && alias.annotation() != Annotation.class;
	}

	private static InvalidLockAnnotationException ignored(MergedAnnotation<?> composed, String attribute, Class<?> type,
			Method method) {
		return AnnotationAttribute
			.plain(composed.getType(), method, attribute, composed.getValue(attribute).map(String::valueOf).orElse(""))
			.invalid("it overrides nothing in @%s, so it would be ignored".formatted(type.getSimpleName()),
					"Write @AliasFor(annotation = %s.class) on the attribute of @%s, with the type that it has there, or rename it."
						.formatted(type.getSimpleName(), composed.getType().getSimpleName()));
	}

}
